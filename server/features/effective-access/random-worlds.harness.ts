// Worlds at random, as small as they may be while everything still happens in them: for effective-access.spec.ts.
import fc from 'fast-check'
import { globalTenant } from '#contract/tenants.ts'
import type { World } from '#server/spec/testing/naive-access.ts'

export const id = (kind: string, index: number) =>
  `${kind.padEnd(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`
/** The portal itself, as one of the applications. */
export const portalId = 100
export const areas = [id('a', 1), id('a', 2)]
const most = { tenants: 9, users: 5, groups: 4, roles: 6 }

const tenant = fc.record({ parent: fc.nat(), requiresTwoFactor: fc.boolean() })
const user = fc
  .record({ state: fc.nat(7), area: fc.nat(1) })
  .map(({ state, area }) => ({ draft: state === 1, locked: state === 2, area }))
const group = fc.record({
  rule: fc.constantFrom(null, null, 'area' as const, 'everyone' as const),
  area: fc.nat(1),
  members: fc.array(fc.nat()),
})
/** Where −1 is the global tenant; an identity is a user or a group. */
const row = fc.record({
  tenant: fc.integer({ min: -1, max: most.tenants - 1 }),
  identity: fc.nat(most.users + most.groups - 1),
  unknown: fc.nat(9),
  inheritable: fc.nat(2).map((chance) => chance > 0),
  roles: fc.uniqueArray(fc.record({ role: fc.nat(most.roles - 1), over: fc.nat(4) }), {
    selector: ({ role }) => role,
    maxLength: 3,
  }),
})
export const blueprint = fc.record({
  tenants: fc.array(tenant, { minLength: 3, maxLength: most.tenants }),
  users: fc.array(user, { minLength: 2, maxLength: most.users }),
  groups: fc.array(group, { minLength: 1, maxLength: most.groups }),
  applications: fc.array(fc.nat(3), { minLength: 2, maxLength: 3 }),
  rows: fc.uniqueArray(row, { selector: (one) => `${one.tenant} ${one.identity}`, minLength: 6, maxLength: 30 }),
})
export const moves = fc.array(
  fc.record({
    tenant: fc.nat(),
    to: fc.integer({ min: -1, max: most.tenants - 1 }),
    alsoLock: fc.boolean(),
    person: fc.nat(),
  }),
  { minLength: 2, maxLength: 4 },
)

type Blueprint = typeof blueprint extends fc.Arbitrary<infer T> ? T : never

export const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

export const worldOf = (plan: Blueprint): World => {
  const users = plan.users.map(({ draft, locked, area }, index) => ({
    id: id('b', index),
    draft,
    locked,
    areaId: areas[area] ?? '',
  }))
  const groups = plan.groups.map(({ rule, area, members }, index) => ({
    id: id('c', index),
    rule,
    areaId: areas[area] ?? '',
    members: rule ? [] : [...new Set(members.map((member) => at(users, member).id))],
  }))
  const identities = [
    ...users.map((one) => ({ id: one.id, type: 'User' as const })),
    ...groups.map((one) => ({ id: one.id, type: 'Group' as const })),
  ]
  const roles = Array.from({ length: most.roles }, (_, index) => ({
    id: id('d', index),
    applicationId: portalId + (index % plan.applications.length),
    enabled: at(plan.applications, index) > 0,
  }))
  // A forest: the parent of each stands before it, or there is none.
  const tenants = plan.tenants.map(({ parent, requiresTwoFactor }, index) => ({
    id: id('e', index),
    parentId: parent % (index + 1) === index ? null : id('e', parent % (index + 1)),
    requiresTwoFactor,
  }))
  const rows = plan.rows.map(({ tenant: place, identity, unknown, inheritable, roles: assigned }) => {
    const who = at(identities, identity)
    return {
      tenantId: place < 0 ? globalTenant : at(tenants, place).id,
      identityId: who.id,
      identityType: unknown === 0 ? ('Unknown' as const) : who.type,
      isInheritable: inheritable || place < 0,
      roles: assigned.map(({ role, over }) => ({ roleId: id('d', role), over: over === 0 })),
    }
  })
  return {
    tenants,
    users,
    groups,
    roles,
    rows: [...new Map(rows.map((one) => [`${one.tenantId} ${one.identityId}`, one])).values()],
  }
}
