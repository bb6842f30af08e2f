// Why, preview and undo over HTTP: what is told is what the rows say, what is foreseen is what happens, what is undone is as before.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessChange, MemberChange, Preview, Why } from '#contract/access.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { Member } from '#contract/members.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, addTenant, grant, type Person, signIn, type TestApplication, zeroTenant } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { readWorkbook } from '#server/spec/testing/workbooks.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let administrator: Bearer
let chief: Person
let shop: TestApplication
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addPerson(portico, { roles: ['Administrator'], firstName: 'Luca', lastName: 'Navarro' })
  administrator = (await signIn(portico, chief)).bearer
  shop = await addApplication(portico, { name: 'shop', role: 'Seller', scopes: ['orders:read', 'orders:write'] })
})
afterAll(() => portico.close())

const call = async <T>(method: string, path: string, { as = administrator, body }: { as?: Bearer; body?: unknown } = {}) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/${path}`, { headers: as, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, body: answer.json<T & Problem>() }
}
const good = async <T>(method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await call<T>(method, path, { body })
  expect([path, status, status === 200 ? '' : answer]).toEqual([path, 200, ''])
  return answer
}
const give = (tenantId: string, { id, group }: { id: string; group?: true }, { roles = [shop.roleId], isInheritable = true }: { roles?: string[]; isInheritable?: boolean } = {}) =>
  good<Member>('POST', `tenants/${tenantId}/members`, { identityType: group ? 'Group' : 'User', identityId: id, roles, isInheritable })
const addGroup = async (...people: Person[]) => {
  const [area] = await portico.database.query<{ id: string }>(`select id from area where is_default`)
  const { id } = await good<{ id: string }>('POST', 'groups', { name: `group ${randomUUID().slice(0, 8)}`, areaId: area?.id })
  for (const { id: userId } of people) await good('POST', `groups/${id}/users`, { userId, permission: 'Reader' })
  return { id, group: true as const }
}
const why = (userId: string, tenantId: string, roleId = shop.roleId) => good<Why>('GET', `access/why?userId=${userId}&tenantId=${tenantId}&roleId=${roleId}`)
const preview = (change: object, query = '') => good<Preview>('POST', `access/preview?take=10000${query}`, change)

describe('Why?', () => {
  test('a role that comes twice: through a group two levels above, and by an own row; each hop with who gave it and when', async () => {
    const top = await addTenant(portico, { title: 'Iberia' })
    const middle = await addTenant(portico, { title: 'Spain', parentId: top })
    const here = await addTenant(portico, { title: 'Barcelona', parentId: middle })
    const [marta, other] = [await addPerson(portico, { firstName: 'Marta', lastName: 'Weber' }), await addPerson(portico)]
    const group = await addGroup(marta, other)
    const above = await give(top, group)
    const own = await give(here, marta, { isInheritable: false })
    const { allowed, chains, checked, removal, alternatives, role, user, missing } = await why(marta.id, here)
    const luca = { by: { id: chief.id, name: 'Luca Navarro' }, on: expect.any(String), requestId: null }
    expect([allowed, missing, user.name, role.scopes]).toEqual([true, [], 'Marta Weber', ['orders:read', 'orders:write']])
    expect(chains).toMatchObject([
      { viaGroup: null, row: { memberId: own.id, tenantName: 'Barcelona', levelsUp: 0, created: luca }, role: { given: luca, endsOn: null } },
      { viaGroup: { id: group.id, automated: false, joined: luca }, row: { memberId: above.id, tenantName: 'Iberia', levelsUp: 2, isInheritable: true, inheritable: luca }, role: { given: luca } },
    ])
    // Group and the group Users; three tenants and the global one.
    expect(checked).toEqual({ groups: 2, tenants: 4 })
    expect(removal).toMatchObject([
      { kind: 'take-role', memberId: own.id, tenantId: here, otherTenants: 0, otherPeople: 0 },
      { kind: 'leave-group', group: { id: group.id }, otherTenants: 2, otherRoles: 0 },
    ])
    expect(alternatives).toEqual([{ memberId: above.id, tenantId: top, tenantName: 'Iberia', people: 2 }])
    await good('PUT', `tenants/${here}/members/${own.id}`, { isInheritable: false, roles: [] })
    await good('DELETE', `groups/${group.id}/users/${marta.id}`)
    expect(await why(marta.id, here)).toMatchObject({ allowed: false, chains: [], missing: [{ reason: 'not-given' }] })
  })

  test('why not: a row that does not pass down, one elsewhere, one that has ended; a draft, a locked person, a disabled application', async () => {
    const top = await addTenant(portico, { title: 'Upper' })
    const here = await addTenant(portico, { title: 'Lower', parentId: top })
    const apart = await addTenant(portico, { title: 'Apart' })
    const reasons = async (person: Person, role = shop.roleId) => (await why(person.id, here, role)).missing.map(({ reason, tenantName }) => [reason, tenantName].filter(Boolean).join(' '))
    const [keeps, away, over] = [await addPerson(portico), await addPerson(portico), await addPerson(portico)]
    await give(top, keeps, { isInheritable: false })
    await give(apart, away)
    const ended = await give(here, over)
    await portico.write((tx) => tx.query(`update given_role set ends_on = now() - interval '1 minute' where member_id = $1`, [ended.id]))
    expect([await reasons(keeps), await reasons(away), await reasons(over)]).toEqual([['not-inheritable Upper'], ['elsewhere Apart'], ['ended Lower']])
    const locked = await addPerson(portico)
    await give(here, locked)
    await portico.write((tx) => tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id]))
    expect([await reasons(locked), (await why(locked.id, here)).allowed, (await why(locked.id, here)).chains.length]).toEqual([['locked'], false, 1])
    const off = await addApplication(portico, { name: `off-${randomUUID().slice(0, 4)}`, enabled: false, role: 'Nothing' })
    await grant(portico, { identityId: keeps.id, roleId: off.roleId, tenantId: here })
    expect(await reasons(keeps, off.roleId)).toEqual(['application-disabled'])
  })

  test('what does not exist is named', async () => {
    const field = async (query: string) => (await call('GET', `access/why?${query}`)).body.errors?.map(({ field: name }) => name)
    expect(await field('')).toEqual(['userId', 'roleId'])
    const nobody = randomUUID()
    expect(await field(`userId=${nobody}&roleId=${shop.roleId}`)).toEqual(['userId'])
    expect(await field(`userId=${chief.id}&roleId=${nobody}`)).toEqual(['roleId'])
    expect(await field(`userId=${chief.id}&roleId=${shop.roleId}&tenantId=${nobody}`)).toEqual(['tenantId'])
  })
})

describe('a preview', () => {
  test('of a move: who loses and who gains, why, who is left with nothing, who needs a second factor; nothing changes', async () => {
    const [from, to] = [await addTenant(portico, { title: 'From' }), await addTenant(portico, { title: 'To' })]
    const moved = await addTenant(portico, { title: 'Moved', parentId: from })
    const below = await addTenant(portico, { title: 'Below', parentId: moved })
    const [loses, keeps, gains] = [await addPerson(portico, { firstName: 'Loes' }), await addPerson(portico, { firstName: 'Kees' }), await addPerson(portico, { firstName: 'Gijs' })]
    const group = await addGroup(gains)
    await give(from, loses)
    await give(from, keeps)
    await give(moved, keeps, { isInheritable: true })
    await give(to, group)
    await portico.write((tx) => tx.query(`update tenant set requires_two_factor = true where id = $1`, [below]))
    const change = { kind: 'move', tenantId: moved, newParentId: to }
    const { summary, items, count, stamp } = await preview(change)
    expect(items.map(({ displayName, change: kind, roleName, tenants, because, noRoleLeft }) => [displayName, kind, roleName, tenants, because.tenantName, because.viaGroup !== null, noRoleLeft])).toEqual([
      ['Gijs Ruiz', 'Gains', 'Seller', 2, 'To', true, false],
      ['Loes Ruiz', 'Loses', 'Seller', 2, 'From', false, true],
    ])
    expect(summary).toEqual({ losing: { people: 1, roles: 1 }, gaining: { people: 1, roles: 1 }, unchanged: expect.any(Number), noRoleLeft: 1, newlySecondFactor: 1, tenants: 2 })
    expect(count).toBe(2)
    expect((await preview(change, '&change=Loses')).items).toHaveLength(1)
    expect((await preview(change, '&search=gijs')).items).toHaveLength(1)
    expect((await preview(change)).stamp).toBe(stamp)
    expect((await portico.database.query<{ parent_id: string }>(`select parent_id from tenant where id = $1`, [moved]))[0]?.parent_id).toBe(from)
    expect(await portico.database.query(`select 1 from fact where type = 'tenant.moved' and subject = $1`, [moved])).toEqual([])
    const file = await fetch(`${portico.origin}/api/v1/admin/access/preview/export`, { method: 'POST', headers: { ...administrator, 'content-type': 'application/json' }, body: JSON.stringify(change) })
    expect((await readWorkbook(portico, Buffer.from(await file.arrayBuffer()))).flat()).toEqual(expect.arrayContaining(['Gijs Ruiz', 'Gains', 'Loes Ruiz', 'Loses']))
  })

  test('refuses what the change itself would refuse, and whoever may not make it', async () => {
    const [top, person] = [await addTenant(portico), await addPerson(portico)]
    const below = await addTenant(portico, { parentId: top })
    const status = async (change: object, as = administrator) => (await call('POST', 'access/preview', { as, body: change })).status
    expect(await status({ kind: 'move', tenantId: top, newParentId: below })).toBe(400)
    expect(await status({ kind: 'deleteTenant', tenantId: top })).toBe(409)
    expect(await status({ kind: 'removeMember', tenantId: top, memberId: randomUUID() })).toBe(404)
    expect(await status({ kind: 'fly' })).toBe(400)
    const manager = (await signIn(portico, await addPerson(portico, { roles: ['Manager'] }))).bearer
    expect(await status({ kind: 'revoke', tenantId: top, revocation: { applicationIds: [shop.id], userId: person.id } }, manager)).toBe(403)
    expect(await status({ kind: 'move', tenantId: below, newParentId: null }, manager)).toBe(200)
    const clerk = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
    expect(await status({ kind: 'move', tenantId: below, newParentId: null }, clerk)).toBe(403)
  })
})

/** Everything that anybody may do in a small world, asked of the database one person and tenant at a time. */
const everyRight = async ({ people, tenants }: { people: readonly string[]; tenants: readonly string[] }) =>
  new Set(
    (
      await portico.database.query<{ right: string }>(
        `select distinct u.id || ' ' || e.role_id || ' ' || t.id as right
           from unnest($1::uuid[]) u (id)
          cross join unnest($2::uuid[]) t (id)
          cross join lateral effective_grants(u.id, t.id) e`,
        [people, tenants],
      )
    ).map(({ right }) => right),
  )

const pairsOf = (rights: Iterable<string>) => [...new Set([...rights].map((right) => right.split(' ').slice(0, 2).join(' ')))].toSorted()

test('what is foreseen is what happens, and undone it is as it was, in random worlds', { timeout: 120_000 }, async () => {
  const role = async (n: number) => (await addApplication(portico, { name: `app-${n}-${randomUUID().slice(0, 4)}`, role: `R${n}` })).roleId
  const roles = [await role(1), await role(2)]
  const index = fc.nat({ max: 1_000_000 })
  const world = fc.record({
    parents: fc.array(fc.option(index), { minLength: 4, maxLength: 8 }),
    rows: fc.array(fc.record({ tenant: index, identity: index, roles: fc.subarray(roles, { minLength: 1 }), passes: fc.boolean() }), { minLength: 4, maxLength: 12 }),
    membership: fc.array(fc.tuple(index, index), { maxLength: 5 }),
    step: fc.record({ kind: fc.constantFrom('move', 'removeMember', 'saveMember', 'revoke', 'leaveGroup', 'addMember'), a: index, b: index, c: fc.boolean() }),
  })
  const people = await Promise.all([1, 2, 3, 4].map(() => addPerson(portico)))
  await fc.assert(
    fc.asyncProperty(world, async ({ parents, rows, membership, step }) => {
      const tenants: string[] = []
      for (const parent of parents) tenants.push(await addTenant(portico, parent === null || tenants.length === 0 ? {} : { parentId: tenants[parent % tenants.length] as string }))
      const groups = [await addGroup(), await addGroup()]
      const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T
      for (const [user, group] of membership) await good('POST', `groups/${pick(groups, group).id}/users`, { userId: pick(people, user).id, permission: 'Reader' })
      const identities = [...people, ...groups]
      const given: Member[] = []
      for (const row of rows) given.push(await give(pick(tenants, row.tenant), pick(identities, row.identity), { roles: row.roles, isInheritable: row.passes }))
      const seen = { people: people.map(({ id }) => id), tenants: [...tenants, zeroTenant] }
      const member = pick(given, step.a)
      const standing = { tenantId: member.tenantId, memberId: member.id }
      const [firstMembership] = membership
      const change: AccessChange | undefined = {
        move: { kind: 'move' as const, tenantId: pick(tenants, step.a), newParentId: step.c ? null : pick(tenants, step.b) },
        removeMember: { kind: 'removeMember' as const, ...standing },
        saveMember: { kind: 'saveMember' as const, ...standing, member: { isInheritable: step.c, roles: [pick(roles, step.b)] } },
        revoke: { kind: 'revoke' as const, tenantId: pick(tenants, step.b), revocation: { applicationIds: (await portico.database.query<{ id: number }>(`select application_id as id from role where id = any($1)`, [roles])).map(({ id }) => id), userId: member.identityId, includeParent: step.c } },
        addMember: { kind: 'addMember' as const, tenantId: pick(tenants, step.b), member: { identityType: 'Group' as const, identityId: pick(groups, step.a).id, roles: [pick(roles, step.a)], isInheritable: step.c } },
        leaveGroup: firstMembership && { kind: 'leaveGroup' as const, userId: pick(people, firstMembership[0]).id, groupId: pick(groups, firstMembership[1]).id },
      }[step.kind]
      if (!change) return
      const before = await everyRight(seen)
      const foreseen = await call<Preview>('POST', 'access/preview?take=10000', { body: change })
      const [last] = await portico.database.query<{ id: number }>(`select max(id) as id from fact`)
      const done = await apply(change)
      expect(foreseen.status).toBe(done)
      expect(await everyRight(seen)).toEqual(done === 200 ? expect.anything() : before)
      if (done !== 200) return
      const after = await everyRight(seen)
      const of = (kind: string) => foreseen.body.items.filter((row) => row.change === kind)
      expect(of('Loses').map(({ userId, roleId }) => `${userId} ${roleId}`).toSorted()).toEqual(pairsOf([...before].filter((right) => !after.has(right))))
      expect(of('Gains').map(({ userId, roleId }) => `${userId} ${roleId}`).toSorted()).toEqual(pairsOf([...after].filter((right) => !before.has(right))))
      const tenantsOf = (rows2: readonly { tenants: number }[]) => rows2.reduce((sum, row) => sum + row.tenants, 0)
      expect([tenantsOf(of('Loses')), tenantsOf(of('Gains'))]).toEqual([[...before].filter((right) => !after.has(right)).length, [...after].filter((right) => !before.has(right)).length])
      const facts = await portico.database.query<{ id: number }>(`select id from fact where id > $1 and type ~ '^(member\\.(added|changed|removed)|tenant\\.moved|group-member\\.)' order by id desc`, [last?.id])
      for (const { id } of facts) await good('POST', `access/undo/${id}`)
      expect(await everyRight(seen)).toEqual(before)
    }),
    { numRuns: 30 },
  )
})

const apply = async (change: AccessChange) => {
  const ways = {
    move: () => call('PUT', `tenants/${(change as { tenantId: string }).tenantId}/change-parent`, { body: { newParentId: (change as { newParentId: string | null }).newParentId } }),
    deleteTenant: () => call('DELETE', `tenants/${(change as { tenantId: string }).tenantId}`),
    addMember: () => change.kind === 'addMember' ? call('POST', `tenants/${change.tenantId}/members`, { body: change.member }) : undefined,
    saveMember: () => change.kind === 'saveMember' ? call('PUT', `tenants/${change.tenantId}/members/${change.memberId}`, { body: change.member }) : undefined,
    removeMember: () => change.kind === 'removeMember' ? call('DELETE', `tenants/${change.tenantId}/members/${change.memberId}`) : undefined,
    revoke: () => change.kind === 'revoke' ? call('POST', `tenants/${change.tenantId}/members/revokeAccess`, { body: change.revocation }) : undefined,
    joinGroup: () => change.kind === 'joinGroup' ? call('POST', `groups/${change.groupId}/users`, { body: { userId: change.userId, permission: 'Reader' } }) : undefined,
    leaveGroup: () => change.kind === 'leaveGroup' ? call('DELETE', `groups/${change.groupId}/users/${change.userId}`) : undefined,
  }
  return (await ways[change.kind]())?.status
}

describe('undo', () => {
  test('the last changes of a row say who, what and when; the newest can be undone, an older one names what stands in the way', async () => {
    const [tenant, person] = [await addTenant(portico, { title: 'Acme' }), await addPerson(portico)]
    const row = await give(tenant, person, { isInheritable: false })
    await good('PUT', `tenants/${tenant}/members/${row.id}`, { isInheritable: true, roles: [] })
    const changes = () => good<Page<MemberChange>>('GET', `access/changes?identityId=${person.id}&tenantId=${tenant}`)
    const { items, count } = await changes()
    expect(items).toMatchObject([
      { by: chief.userName, tenantName: 'Acme', added: [], removed: ['shop: Seller'], before: { isInheritable: false }, after: { isInheritable: true, roles: [] }, undoable: true },
      { added: ['shop: Seller'], removed: [], before: null, undoable: false },
    ])
    expect(count).toBe(2)
    const older = await call('POST', `access/undo/${items[1]?.id}`)
    expect([older.status, older.body.code]).toEqual([409, 'undo-conflict'])
    expect(older.body.message).toContain(`member.changed by ${chief.userName}`)
    await good('POST', `access/undo/${items[0]?.id}`)
    expect((await changes()).items[0]).toMatchObject({ added: ['shop: Seller'], after: { isInheritable: false, roles: ['shop: Seller'] } })
    expect((await call('POST', `access/undo/${items[0]?.id}`)).status).toBe(409)
    const newest = (await changes()).items[0]?.id
    const many = await Promise.all(Array.from({ length: 5 }, () => call('POST', `access/undo/${newest}`)))
    expect(many.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect((await changes()).items[0]).toMatchObject({ after: { isInheritable: true, roles: [] } })
    const [said] = await portico.database.query<{ after: object }>(`select after from fact where type = 'access.undone' and subject = $1 order by id limit 1`, [row.id])
    expect(said?.after).toEqual({ fact: items[0]?.id, type: 'member.changed' })
  })

  test('is a change like any other: whoever may not make it may not undo it; what is none is refused', async () => {
    const [tenant, person] = [await addTenant(portico), await addPerson(portico)]
    await give(tenant, person)
    const [fact] = await portico.database.query<{ id: number }>(`select max(id) as id from fact where type = 'member.added'`)
    const manager = (await signIn(portico, await addPerson(portico, { roles: ['Manager'] }))).bearer
    expect((await call('POST', `access/undo/${fact?.id}`, { as: manager })).status).toBe(403)
    const [other] = await portico.database.query<{ id: number }>(`select max(id) as id from fact where type = 'group.created'`)
    expect((await call('POST', `access/undo/${other?.id}`)).body.code).toBe('not-undoable')
    expect((await call('POST', 'access/undo/999999999')).status).toBe(404)
  })
})
