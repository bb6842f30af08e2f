// What the demonstration says of an account that one can sign in as.
import { z } from 'zod'
import type { RoleName } from '#contract/kernel/role-name.ts'
import type { Country } from './names.ts'

/** What `loadDemo` hands back, for the page that offers the accounts. */
export const DemoAccount = z.object({ role: z.string(), userName: z.string(), name: z.string(), note: z.string() })
export type DemoAccount = Readonly<z.output<typeof DemoAccount>>

type State = 'active' | 'draft' | 'locked' | 'password-expired' | 'company'

export type NamedAccount = DemoAccount & {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly country: Country
  readonly language?: 'en'
  readonly areaId: string
  readonly state: State
  readonly category?: string
  readonly jobTitle?: string
  readonly teams?: readonly string[]
  /** The portal's roles besides User, and where: at the global tenant unless a tenant is named. */
  readonly portalRoles: readonly RoleName[]
  readonly tenant?: string
  /** Application → role, given at `appsAt`, going down from there. The area's group gives Missions and Receipts. */
  readonly apps: Readonly<Record<string, string>>
  readonly appsAt?: string
}

type ShortAccount = Omit<NamedAccount, 'name' | 'userName' | 'email' | 'state'> & {
  readonly email?: string
  readonly state?: State
  readonly userName: string
}

export const account = (short: ShortAccount): NamedAccount => ({
  state: 'active',
  email: `${short.userName}@consult.example`,
  ...short,
  name: `${short.firstName} ${short.lastName}`,
})
