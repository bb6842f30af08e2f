// A screen of the administration as a value: menu, start page, breadcrumbs and command palette are read from it. A
// feature says it in `<name>.screen.ts`, which web/app/admin/admin-screens.ts finds; its page has a line in router.tsx.
import type { LucideIcon } from 'lucide-react'
import type { z } from 'zod'
import type { AnyEndpoint, OutputOf } from '#contract/kernel/endpoint.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { under } from './base.ts'
import { callWith } from './client.ts'
import type { TextKey } from './text-keys.ts'

export const screenGroups = ['start', 'directory', 'access', 'security', 'activity'] as const
type ScreenGroup = (typeof screenGroups)[number]

type List = AnyEndpoint & { readonly method: 'GET' }
type RowOf<E> = OutputOf<E> extends { items: (infer Row)[] } ? Row : never

/** What the palette shows of something that was found on the server. */
export type Hit = {
  label: string
  hint?: string
  path: string
  id?: string
  /** What stands before it; without one, the icon of its screen. */
  picture?: { kind: 'person'; email: string } | { kind: 'application'; id: number }
  /** What may be done with it as it is. */
  acts?: readonly Act[]
  /** A group that people may be added to. */
  joinable?: boolean
}
export type Act = 'lock' | 'unlock' | 'invite' | 'group'
type Find = (text: string, signal: AbortSignal) => Promise<Hit[]>

/** A list that can be asked how many rows it has. */
type CountableList = Pick<AnyEndpoint, 'path' | 'access' | 'summary'> & {
  readonly method: 'GET'
  readonly query: z.ZodType<unknown, { take?: string | undefined }>
  readonly output: z.ZodType<{ count: number }>
}

export type Screen = {
  /** Its texts, too: `admin:users`, `admin:users-hint`. */
  readonly id: TextKey<'admin'>
  readonly group: ScreenGroup
  /** Its place among those of the group. */
  readonly order: number
  readonly path: `/admin${string}`
  readonly icon: LucideIcon
  /** It is for anyone who may call this; or for these roles, where its endpoints are for more people (R2.5-16). */
  readonly for: AnyEndpoint | readonly RoleName[]
  /** Opened by its address only. */
  readonly unlisted?: true
  /** Its page lets others stay as well, and sends everybody else away. */
  readonly ownGuard?: true
  /** Gives the entry the number of its rows. */
  readonly list?: CountableList
  /** What the command palette finds there. */
  readonly find?: Find
}

export const defineScreen = (value: Screen): Screen => value

/** Per screen. */
const mostHits = '5'

/** Searches a list; `hit` says how a row looks in the palette, with its address below the base path. */
export const finds =
  <const E extends List>(endpoint: E, hit: (row: RowOf<E>) => Hit): Find =>
  async (search, signal) => {
    const answer = await callWith(endpoint, { query: { search, take: mostHits }, signal })
    return (answer as { items: RowOf<E>[] }).items.map((row) => {
      const found = hit(row)
      return { ...found, path: under(found.path) }
    })
  }
