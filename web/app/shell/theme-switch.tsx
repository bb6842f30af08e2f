import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { preferences } from '#web/lib/preferences.ts'
import { currentTheme, forceTheme, onThemeChange } from '#web/lib/theme.ts'
import { Menu } from '#web/ui/menu.tsx'

const choices = [
  ['light', 'themeLight', Sun],
  ['dark', 'themeDark', Moon],
  ['system', 'themeSystem', Monitor],
] as const

export const ThemeSwitch = () => {
  const { t } = useTranslation('shell')
  const theme = useSyncExternalStore(onThemeChange, currentTheme)
  const chosen = preferences.read().theme ?? 'system'
  return (
    <Menu
      className="tb theme"
      label={t('theme')}
      trigger={theme === 'dark' ? <Moon size={18} aria-hidden="true" /> : <Sun size={18} aria-hidden="true" />}
      items={choices.map(([id, label, Icon]) => ({
        id,
        label: t(label),
        icon: <Icon size={17} aria-hidden="true" />,
        checked: chosen === id,
        run: () => forceTheme(id === 'system' ? undefined : id),
      }))}
    />
  )
}
