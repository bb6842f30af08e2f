// The worked example of domain-model 4.7, line by line, over HTTP: A ⊃ B ⊃ C, and D apart.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PermissionCheck } from '#contract/effective-access.ts'
import type { Member } from '#contract/members.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: Bearer
let ten: TestApplication
let twenty: TestApplication
const r2 = randomUUID()
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  ten = await addApplication(portico, { name: 'ten', role: 'r1' })
  twenty = await addApplication(portico, { name: 'twenty', role: 's1' })
  await portico.write((tx) =>
    tx.query(`insert into role (id, application_id, name) values ($1, $2, 'r2')`, [r2, ten.id]),
  )
})
afterAll(() => portico.close())
const { call } = apiCaller(
  () => portico,
  '',
  () => administrator,
)

type Place = 'A' | 'B' | 'C' | 'D'
const places: readonly Place[] = ['A', 'B', 'C', 'D']

/** Memberships: (A,u) inheritable {r1}; (B,u) not inheritable {r1, r2}; (A,g) inheritable {s1}; u is in g. */
const example = async () => {
  const u = (await addPerson(portico)).id
  const g = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [
      g,
      `group ${g}`,
    ])
    await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [g, u])
  })
  const A = await addTenant(portico, { title: 'A' })
  const B = await addTenant(portico, { title: 'B', parentId: A })
  const tenants = {
    A,
    B,
    C: await addTenant(portico, { title: 'C', parentId: B }),
    D: await addTenant(portico, { title: 'D' }),
  }
  const add = (
    at: string,
    body: { identityId: string; identityType: string; roles: string[]; isInheritable: boolean },
  ) => call('POST', `/admin/tenants/${at}/members`, { body })
  const rows = [
    add(A, { identityId: u, identityType: 'User', roles: [ten.roleId], isInheritable: true }),
    add(B, { identityId: u, identityType: 'User', roles: [ten.roleId, r2], isInheritable: false }),
    add(A, { identityId: g, identityType: 'Group', roles: [twenty.roleId], isInheritable: true }),
  ]
  expect((await Promise.all(rows)).map(({ status }) => status)).toEqual([200, 200, 200])
  return { u, tenants }
}
type Example = Awaited<ReturnType<typeof example>>

const effective = async ({ u, tenants }: Example) =>
  Object.fromEntries(
    await Promise.all(
      places.map(async (place) => {
        const { applicationPermissions } = (
          await call<PermissionCheck>('GET', `/admin/users/check/permissions/${u}?tenantId=${tenants[place]}`)
        ).body
        return [
          place,
          applicationPermissions
            .flatMap(({ applicationId, roles }) => ([ten.id, twenty.id].includes(applicationId) ? roles : []))
            .join(' '),
        ]
      }),
    ),
  ) as Record<Place, string>

/** u's own list: its roles at a tenant, each with its type; groups are not unfolded. */
const own = async ({ u, tenants }: Example) =>
  Object.fromEntries(
    await Promise.all(
      places.map(async (place) => {
        const { items } = (
          await call<{ items: Member[] }>(
            'GET',
            `/admin/tenants/${tenants[place]}/members?includeHierarchy=true&excludeUserGlobal=true`,
          )
        ).body
        return [
          place,
          (items.find(({ identityId }) => identityId === u)?.roles ?? [])
            .map(({ roleName, hierarchyType }) => `${roleName} ${hierarchyType}`)
            .join(', '),
        ]
      }),
    ),
  ) as Record<Place, string>

const start = { A: 'r1 s1', B: 'r1 r2 s1', C: 'r1 s1', D: '' }

const revoke = (
  { u, tenants }: Example,
  place: Place,
  {
    includeParent,
    as = administrator,
    base = '/admin/tenants',
  }: { includeParent: boolean; as?: Bearer; base?: string },
) =>
  call('POST', `${base}/${tenants[place]}/members/revokeAccess`, {
    as,
    body: { applicationIds: [ten.id], userId: u, includeParent },
  })
const move = ({ tenants }: Example, place: Place, to: Place | null) =>
  call('PUT', `/admin/tenants/${tenants[place]}/change-parent`, { body: { newParentId: to && tenants[to] } })

const tenantAdministratorOf = async ({ tenants }: Example, place: Place): Promise<Bearer> => {
  const person = await addPerson(portico)
  await assignRole(portico, {
    identityId: person.id,
    roleId: systemRoles.TenantAdministrator,
    tenantId: tenants[place],
  })
  return (await signIn(portico, person)).bearer
}

test('R3.6-09 R3.8-05 as it stands: the own list with its types, and what is effective', async () => {
  const scenario = await example()
  expect(await own(scenario)).toEqual({ A: 'r1 Own', B: 'r1 Both, r2 Own', C: 'r1 ByHierarchy', D: '' })
  expect(await effective(scenario)).toEqual(start)
})

test('R4.8-03 A-79 A-80 what an Administrator revokes is gone here only, or wherever it comes down from', async () => {
  const cases: [Place, boolean, Record<Place, string>][] = [
    ['B', false, { ...start, B: 'r1 s1' }],
    ['B', true, { A: 's1', B: 's1', C: 's1', D: '' }],
    ['C', true, { A: 's1', B: 'r1 r2 s1', C: 's1', D: '' }],
  ]
  for (const [place, includeParent, left] of cases) {
    const scenario = await example()
    // Twice is once.
    for (const _ of [1, 2])
      expect([place, (await revoke(scenario, place, { includeParent })).status]).toEqual([place, 200])
    expect([place, includeParent, await effective(scenario)]).toEqual([place, includeParent, left])
    if (place === 'B' && !includeParent) expect((await own(scenario)).B).toBe('r1 ByHierarchy')
  }
})

test('R4.8-04 either revoke at B by anyone else is 403 in the words of the specification, and changes nothing', async () => {
  const scenario = await example()
  const others = [
    { as: (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer },
    { as: await tenantAdministratorOf(scenario, 'A'), base: '/profile' },
  ]
  for (const other of others)
    for (const includeParent of [false, true]) {
      const { status, body } = await revoke(scenario, 'B', { includeParent, ...other })
      expect([status, body.message]).toEqual([403, 'Only Admin can revoke this access'])
    }
  expect(await effective(scenario)).toEqual(start)
})

test('A-66 a TenantAdministrator revokes at A, where nothing is inherited', async () => {
  const scenario = await example()
  expect(
    (
      await revoke(scenario, 'A', {
        includeParent: false,
        as: await tenantAdministratorOf(scenario, 'A'),
        base: '/profile',
      })
    ).status,
  ).toBe(200)
  expect(await effective(scenario)).toEqual({ A: 's1', B: 'r1 r2 s1', C: 's1', D: '' })
})

test('A-93 a subtree that moves loses what came from the old tenants above, and nothing else', async () => {
  const toD = await example()
  expect((await move(toD, 'C', 'D')).status).toBe(200)
  expect(await effective(toD)).toEqual({ ...start, C: '' })
  const toRoot = await example()
  expect((await move(toRoot, 'B', null)).status).toBe(200)
  expect(await effective(toRoot)).toEqual({ A: 'r1 s1', B: 'r1 r2', C: '', D: '' })
  expect((await own(toRoot)).B).toBe('r1 Own, r2 Own')
})

test('A-93 a tenant is moved neither to itself nor below itself, and nothing changes', async () => {
  const scenario = await example()
  for (const [place, to] of [
    ['A', 'A'],
    ['A', 'C'],
    ['B', 'C'],
  ] as const)
    expect([place, to, (await move(scenario, place, to)).status]).toEqual([place, to, 400])
  expect(await effective(scenario)).toEqual(start)
})
