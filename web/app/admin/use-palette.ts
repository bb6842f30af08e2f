// What the command palette offers for a text: screens and actions at once, and what the server finds a moment later.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { forceTheme } from '#web/lib/theme.ts'
import { labelled } from '#web/lib/labelled.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { type AdminScreen, useAdminMenu } from './admin-screens.ts'

export type Command = { id: string; label: string; hint?: string | undefined; run: () => void }
export type CommandGroup = { id: string; title: string; commands: readonly Command[] }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word, in any order, without regard to case and accents. */
const matches = (label: string, text: string) =>
  plain(text)
    .split(/\s+/)
    .every((word) => plain(label).includes(word))

const useActions = (): readonly Command[] => {
  const { t } = useTranslation('admin')
  const go = useGo()
  const { logout } = useMe()
  return [
    { id: 'apps', label: t('backToApps'), run: () => go(under('home?noredirect')) },
    { id: 'profile', label: t('shell:yourProfile'), run: () => go(under('profile')) },
    { id: 'light', label: labelled(t('shell:theme'), t('shell:themeLight')), run: () => forceTheme('light') },
    { id: 'dark', label: labelled(t('shell:theme'), t('shell:themeDark')), run: () => forceTheme('dark') },
    { id: 'system', label: labelled(t('shell:theme'), t('shell:themeSystem')), run: () => forceTheme(undefined) },
    { id: 'logout', label: t('shell:closeSession'), run: logout },
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
  const { data, isFetching } = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) =>
      Promise.all(
        sources.map(async ({ screen, find }) => ({ screen, hits: await find(settled, signal).catch(() => []) })),
      ),
    enabled: settled.length > 1 && text !== '',
    placeholderData: keepPreviousData,
  })
  const searching = text.length > 1
  return { found: searching ? (data ?? []) : [], busy: searching && (isFetching || settled !== text) }
}

export const usePalette = (typed: string) => {
  const { t } = useTranslation('admin')
  const go = useGo()
  const text = typed.trim()
  const screens = useAdminMenu().flatMap((group) => group.screens)
  const { found, busy } = useFound(text, screens)
  const own = (commands: readonly Command[]) => (text ? commands.filter(({ label }) => matches(label, text)) : commands)
  const groups: readonly CommandGroup[] = [
    {
      id: 'screens',
      title: t('paletteScreens'),
      commands: own(screens.map(({ id, path }) => ({ id, label: t(id), run: () => go(under(path)) }))),
    },
    ...found.map(({ screen, hits }) => ({
      id: screen,
      title: t(screen),
      commands: hits.map(({ label, hint, path }) => ({ id: path, label, hint, run: () => go(path) })),
    })),
    { id: 'actions', title: t('paletteActions'), commands: own(useActions()) },
  ]
  return { groups: groups.filter(({ commands }) => commands.length > 0), busy }
}
