// What the command palette offers for a text: screens and actions at once, and what the server finds a moment later.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  CircleUser,
  LayoutGrid,
  Lock,
  LockOpen,
  LogOut,
  Mail,
  Monitor,
  Moon,
  Search,
  Sun,
  UsersRound,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import type { Hit } from '#web/lib/screen.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useAccess } from '#web/lib/use-access.ts'
import { recentOf } from '#web/lib/recent.ts'
import { forceTheme } from '#web/lib/theme.ts'
import { labelled } from '#web/lib/labelled.ts'
import { adminRoles } from '../shell/menu-entries.tsx'
import { type AdminScreen, screenAt, useAdminMenu } from './admin-screens.ts'
import { type Command, type CommandGroup, matches, useGoInto } from './palette-commands.ts'
import { useOwnCommands } from './palette-own.tsx'
import { type ActsText, useActs } from './palette-acts.ts'

const useActions = (): readonly Command[] => {
  const { t } = useTranslation('admin')
  const go = useGoInto()
  const { logout } = useMe()
  return [
    { id: 'apps', icon: LayoutGrid, label: t('backToApps'), run: () => go(under('home?noredirect')) },
    { id: 'profile', icon: CircleUser, label: t('shell:yourProfile'), run: () => go(under('profile')) },
    {
      id: 'light',
      icon: Sun,
      label: labelled(t('shell:theme'), t('shell:themeLight')),
      run: () => forceTheme('light'),
    },
    { id: 'dark', icon: Moon, label: labelled(t('shell:theme'), t('shell:themeDark')), run: () => forceTheme('dark') },
    {
      id: 'system',
      icon: Monitor,
      label: labelled(t('shell:theme'), t('shell:themeSystem')),
      run: () => forceTheme(undefined),
    },
    { id: 'logout', icon: LogOut, label: t('shell:closeSession'), run: logout },
  ]
}

const pause = 200

const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const useFound = (text: string, screens: readonly AdminScreen[]) => {
  const settled = useSettled(text)
  const sources = screens.flatMap(({ id, find }) => (find ? [{ screen: id, find }] : []))
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) =>
      Promise.all(
        sources.map(async ({ screen, find }) => ({ screen, hits: await find(settled, signal).catch(() => []) })),
      ),
    enabled: settled.length > 1 && text !== '',
    placeholderData: keepPreviousData,
  })
  const searching = text.length > 1
  const fresh = settled === text && !isPlaceholderData
  // Enter is for what is typed now: of what was found for an earlier text, what fits this one.
  const fits = ({ label, hint = '' }: Hit) => fresh || matches(`${label} ${hint}`, text)
  const found = (data ?? []).map(({ screen, hits }) => ({ screen, hits: hits.filter(fits) }))
  return { settled, found: searching ? found : [], busy: searching && (isFetching || settled !== text) }
}

const icons = { lock: Lock, unlock: LockOpen, invite: Mail, group: UsersRound }

const useActCommands = (typed: ActsText, screens: readonly AdminScreen[]): readonly Command[] => {
  const go = useGoInto()
  return useActs(typed, screens).map(({ act, label, path, person }) => ({
    id: path,
    icon: icons[act],
    label,
    hint: person.hint,
    run: () => go(path),
  }))
}

/** Of the screens that are still theirs. */
const useRecent = (screens: readonly AdminScreen[]): readonly Command[] => {
  const { t } = useTranslation('admin')
  const go = useGoInto()
  const { id } = useMe()
  return recentOf(id).flatMap(({ path, title }) => {
    const screen = screens.find((one) => one === screenAt(path))
    return screen ? [{ id: path, icon: screen.icon, label: title, hint: t(screen.id), run: () => go(under(path)) }] : []
  })
}

/** `outside` the administration: in the hub and the profile. */
export const usePalette = (typed: string, outside: boolean) => {
  const { t } = useTranslation('admin')
  const go = useGoInto()
  const text = typed.trim()
  const menu = useAdminMenu().flatMap((group) => group.screens)
  const screens = useAccess()(...adminRoles) ? menu : []
  const { settled, found, busy } = useFound(text, screens)
  const acts = useActCommands({ text, settled }, screens)
  const recent = useRecent(screens)
  const mine = useOwnCommands(outside)
  const iconOf = (screen: string) => screens.find(({ id }) => id === screen)?.icon ?? Search
  const own = (commands: readonly Command[]) => (text ? commands.filter(({ label }) => matches(label, text)) : commands)
  const entries = screens.map(({ id, path, icon }) => ({ id, icon, label: t(id), run: () => go(under(path)) }))
  const groups: readonly CommandGroup[] = [
    { id: 'acts', title: t('paletteDo'), commands: text ? acts : [] },
    { id: 'recent', title: t('paletteRecent'), commands: text ? [] : recent },
    ...mine.map((group) => ({ ...group, commands: own(group.commands) })),
    {
      id: 'screens',
      title: outside ? t('title') : t('paletteScreens'),
      // In the hub, who types "administration" means all of it.
      commands: outside && matches(t('title'), text) ? entries : own(entries),
    },
    ...found.map(({ screen, hits }) => ({
      id: screen,
      title: t(screen),
      commands: hits.map((hit) => ({
        id: hit.path,
        icon: iconOf(screen),
        hit,
        label: hit.label,
        hint: hit.hint,
        run: () => go(hit.path),
      })),
    })),
    { id: 'actions', title: t('paletteActions'), commands: own(useActions()) },
  ]
  return { groups: groups.filter(({ commands }) => commands.length > 0), busy, finds: screens.length > 0 }
}
