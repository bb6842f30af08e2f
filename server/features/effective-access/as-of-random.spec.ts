// As of, in random worlds: whatever was answered at a moment is answered again for that moment, whatever changed since.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PermissionCheck } from '#contract/effective-access.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { full } from '#server/spec/testing/full.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'
import { momentIn } from '#server/spec/testing/portico.ts'

const { world, call, good, addGroup, addOwned } = openAccess()

const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T
const write = (text: string, values: unknown[]) => world.portico.write((tx) => tx.query(text, values))
const account = (path: string) =>
  createBrowser(world.portico.origin).request('GET', `/api/v1/account/${path}`, { headers: world.administrator })

const newArea = async () => {
  const id = randomUUID()
  await write(`insert into area (id, name) values ($1, $2)`, [id, `area ${id.slice(0, 8)}`])
  const group = randomUUID()
  await write(`insert into user_group (id, name, area_id, rule) values ($1, $2, $3, 'area')`, [
    group,
    `all of ${id.slice(0, 8)}`,
    id,
  ])
  return { id, group }
}

const build = async () => {
  const [top, far] = [
    await addTenant(world.portico, { title: 'Top' }),
    await addTenant(world.portico, { title: 'Far' }),
  ]
  const tenants = [
    top,
    far,
    await addTenant(world.portico, { parentId: top }),
    await addTenant(world.portico, { parentId: far }),
  ]
  const people = [
    await addPerson(world.portico),
    await addPerson(world.portico, { draft: true }),
    await addPerson(world.portico),
  ]
  const areas = [await newArea(), await newArea()]
  const groups = [await addGroup(), await addGroup()]
  const identities = [
    ...people.map(({ id }) => ({ identityType: 'User', identityId: id })),
    ...[...groups.map(({ id }) => id), ...areas.map(({ group }) => group)].map((id) => ({
      identityType: 'Group',
      identityId: id,
    })),
  ]
  return { tenants, people, areas, groups, identities, applications: [await addOwned('R1'), await addOwned('R2')] }
}
type Built = Awaited<ReturnType<typeof build>>

const kinds = [
  'add',
  'add',
  'add',
  'save',
  'save',
  'remove',
  'end',
  'move',
  'join',
  'join',
  'leave',
  'area',
  'area',
  'undraft',
  'lock',
  'unlock',
  'disable',
  'enable',
  'deleteGroup',
  'restoreGroup',
  'deleteTenant',
  'restoreTenant',
] as const
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  a: fc.nat({ max: 999 }),
  b: fc.nat({ max: 999 }),
  c: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const rowsNow = ({ tenants }: Built) =>
  world.portico.database.query<{ id: string; tenantId: string }>(
    `select id, tenant_id as "tenantId" from tenant_member where tenant_id = any($1::uuid[]) order by id`,
    [tenants],
  )

/** What cannot be done now is refused, and changes nothing. */
const take = async (built: Built, { kind, a, b, c }: Step) => {
  const { tenants, people, areas, groups, identities, applications } = built
  const [tenant, person, group, application] = [
    pick(tenants, a),
    pick(people, b),
    pick(groups, a),
    pick(applications, b),
  ]
  const row = (await rowsNow(built))[a % 5]
  const ofRow = row && `tenants/${row.tenantId}/members/${row.id}`
  const steps: Record<(typeof kinds)[number], () => unknown> = {
    add: () =>
      call('POST', `tenants/${tenant}/members`, {
        body: { ...pick(identities, b), roles: [application.roleId], isInheritable: c },
      }),
    save: () => ofRow && call('PUT', ofRow, { body: { isInheritable: c, roles: [application.roleId] } }),
    remove: () => ofRow && call('DELETE', ofRow),
    end: () =>
      row &&
      write(`update role_assignment set ends_on = clock_timestamp() where member_id = $1 and ends_on is null`, [
        row.id,
      ]),
    move: () => call('PUT', `tenants/${tenant}/change-parent`, { body: { newParentId: c ? null : pick(tenants, b) } }),
    join: () => call('POST', `groups/${group.id}/users`, { body: { userId: person.id, permission: 'Reader' } }),
    leave: () => call('DELETE', `groups/${group.id}/users/${person.id}`),
    area: () => call('PATCH', `users/${person.id}`, { body: { areaId: pick(areas, a).id } }),
    undraft: () => call('POST', `users/undraft/${person.id}`),
    lock: () => account(`lock/${person.id}`),
    unlock: () => account(`unlock/${person.id}`),
    disable: () => call('PATCH', `applications/${application.id}`, { body: { enabled: false } }),
    enable: () => call('PATCH', `applications/${application.id}`, { body: { enabled: true } }),
    deleteGroup: () => call('DELETE', `groups/${group.id}`),
    restoreGroup: () => call('POST', `access/undo/removal/${group.id}`),
    deleteTenant: () => call('DELETE', `tenants/${tenant}`),
    restoreTenant: () => call('POST', `access/undo/removal/${tenant}`),
  }
  await steps[kind]()
}

const checked = ({ groups, applicationPermissions, user }: PermissionCheck) => ({
  groups: groups.map(({ name }) => name),
  roles: applicationPermissions
    .flatMap(({ roleEntries }) => roleEntries.map(({ id, direct, viaGroups }) => [id, direct, ...viaGroups].join(' ')))
    .toSorted(),
  state: [user.locked, user.draft],
})
const stood = ({ roles }: IdentityAtTenant) =>
  roles
    .map(({ roleId, hierarchyType, viaGroup, inheritedFrom }) =>
      [roleId, hierarchyType, viaGroup?.name, inheritedFrom?.tenantId].join(' '),
    )
    .toSorted()
const listed = ({ items }: { items: Member[] }) =>
  items
    .map(({ identityId, hierarchyType, roles }) =>
      [identityId, hierarchyType, ...(roles ?? []).map(({ roleId }) => roleId).toSorted()].join(' '),
    )
    .toSorted()

/** Nothing of a tenant that is not there. */
const answers = async ({ tenants, people }: Built, asOf = '') => {
  const found: Record<string, unknown> = {}
  for (const tenant of [...tenants, zeroTenant]) {
    const list = await call<{ items: Member[]; absent?: string[] }>(
      'GET',
      `tenants/${tenant}/members?includeHierarchy=true&take=100&asOf=${asOf}`,
    )
    if (list.status !== 200) continue
    if (list.body.absent?.length) {
      found[`absent ${tenant}`] = list.body.items
      continue
    }
    found[`list ${tenant}`] = listed(list.body)
    for (const { id } of people) {
      found[`check ${id} ${tenant}`] = checked(
        await good('GET', `users/check/permissions/${id}?tenantId=${tenant}&asOf=${asOf}`),
      )
      found[`at ${id} ${tenant}`] = stood(
        await good('GET', `tenants/${tenant}/members/identity?identityId=${id}&includeHierarchy=true&asOf=${asOf}`),
      )
    }
  }
  for (const { id } of people)
    found[`check ${id}`] = checked(await good('GET', `users/check/permissions/${id}?asOf=${asOf}`))
  return found
}

test('A-191 R2.5-44 what was answered at a moment is answered for it ever after, in random worlds', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const built = await build()
      const states: { at: string; after: string; now: Awaited<ReturnType<typeof answers>> }[] = []
      for (const one of [undefined, ...steps]) {
        if (one) await take(built, one)
        const now = await answers(built)
        states.push({ now, after: one?.kind ?? 'nothing', at: await momentIn(world.portico) })
      }
      const standing = Object.keys(states.at(-1)?.now ?? {})
      for (const { at, now, after } of states) {
        const then = await answers(built, at)
        const gone = built.tenants.filter((tenant) => standing.includes(`list ${tenant}`) && !(`list ${tenant}` in now))
        const expected = Object.fromEntries(Object.entries(now).filter(([key]) => standing.includes(key)))
        for (const tenant of gone) expected[`absent ${tenant}`] = []
        expect([after, then]).toEqual([after, expected])
      }
    }),
    { numRuns: full ? 8 : 2 },
  )
})
