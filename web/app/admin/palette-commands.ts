// What stands in the palette.
import type { HubItem } from '#contract/hub.ts'
import { useGo } from '#web/ui/app-link.tsx'
import type { CommandIconOf } from './command-icon.tsx'
import { plainText } from '#web/lib/plain-text.ts'

export type Command = CommandIconOf & {
  id: string
  label: string
  hint?: string | undefined
  /** Its disclaimer is accepted first. */
  asks?: HubItem | undefined
  run: () => void
}
export type CommandGroup = { id: string; title: string; commands: readonly Command[] }

/** Where a command leads, the focus comes along: what it was on before lies in front of the whole menu. */
export const useGoInto = () => {
  const go = useGo()
  return (path: string) => {
    go(path)
    // After the palette, which gives it back.
    setTimeout(() => document.getElementById('content')?.focus({ preventScroll: true }))
  }
}

/** Every word, in any order, without regard to case and accents. */
export const matches = (label: string, text: string) =>
  plainText(text)
    .split(/\s+/)
    .every((word) => plainText(label).includes(word))
