// Who did what happened in the demonstration, and from where.
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { chanceOf } from '../chance.ts'
import type { DemoGroup } from '../groups.ts'
import type { DemoMember } from '../memberships.ts'
import type { DemoPerson } from '../people.ts'
import type { DemoRequest } from '../requests.ts'
import type { DemoTenant } from '../forest.ts'

export type World = {
  readonly now: Date
  readonly people: readonly DemoPerson[]
  readonly groups: readonly DemoGroup[]
  readonly tenants: readonly DemoTenant[]
  readonly members: readonly DemoMember[]
  readonly requests: readonly DemoRequest[]
}

export type AuthorOf = (userName: string, apiEntry: string) => Pick<AuditEntry, 'actor' | 'ip' | 'apiEntry'>

export const operators = ['marta.oliveira', 'nuria.puig', 'nuria.puig', 'tobias.krueger', 'tobias.krueger']

export const byWhom = (people: readonly DemoPerson[]): AuthorOf => {
  const byName = new Map(people.map((person) => [person.userName, person]))
  return (userName, apiEntry) => {
    const id = byName.get(userName)?.id
    return {
      actor: { kind: 'user', id, name: userName },
      ip: `198.51.100.${chanceOf(`address ${id ?? ''}`).between(2, 250)}`,
      apiEntry,
    }
  }
}
