// What somebody has opened lately, newest first; another person on the same computer has their own.
import { clientCache } from './client-cache.ts'

type RecentPage = { readonly path: string; readonly title: string }

const most = 8
const keyOf = (personId: string) => `recent:${personId}`

export const recentOf = (personId: string): readonly RecentPage[] =>
  clientCache.get<RecentPage[]>(keyOf(personId)) ?? []

export const rememberRecent = (personId: string, opened: RecentPage) =>
  clientCache.set(
    keyOf(personId),
    [opened, ...recentOf(personId).filter(({ path }) => path !== opened.path)].slice(0, most),
    { expires: { unit: 'days', amount: 30 }, keep: true },
  )
