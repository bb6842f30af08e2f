// Light or dark: the system's choice unless forced (docs/ux.md, rule 25).
import { preferences } from './preferences.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')

export const currentTheme = (): 'light' | 'dark' => preferences.read().theme ?? (dark.matches ? 'dark' : 'light')

const listeners = new Set<() => void>()
const apply = () => {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

export const startTheme = () => {
  apply()
  dark.addEventListener('change', apply)
}

/** Nothing: like the system again. */
export const forceTheme = (theme: 'light' | 'dark' | undefined) => {
  preferences.write({ theme })
  apply()
}

export const onThemeChange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
