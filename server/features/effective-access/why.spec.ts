// Why, preview and undo over HTTP: what is told is what the memberships say, what is undone is as before.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { MemberChange } from '#contract/access-history.ts'
import type { Why } from '#contract/why.ts'
import type { Page } from '#contract/kernel/page.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addApplication, addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { readWorkbook } from '#server/spec/testing/workbooks.ts'

const { world, call, good, give, addGroup, preview } = openAccess()
const why = (userId: string, tenantId: string, roleId = world.shop.roleId) =>
  good<Why>('GET', `access/why?userId=${userId}&tenantId=${tenantId}&roleId=${roleId}`)

describe('Why?', () => {
  test('a role that comes twice: through a group two levels above, and by an own row; each hop with who gave it and when', async () => {
    const top = await addTenant(world.portico, { title: 'Iberia' })
    const middle = await addTenant(world.portico, { title: 'Spain', parentId: top })
    const here = await addTenant(world.portico, { title: 'Barcelona', parentId: middle })
    const [marta, other] = [
      await addPerson(world.portico, { firstName: 'Marta', lastName: 'Weber' }),
      await addPerson(world.portico),
    ]
    const group = await addGroup(marta, other)
    const above = await give(top, group)
    const own = await give(here, marta, { isInheritable: false })
    const { allowed, chains, checked, removal, alternatives, role, user, missing } = await why(marta.id, here)
    const luca = { by: { id: world.chief.id, name: 'Luca Navarro' }, on: expect.any(String), requestId: null }
    expect([allowed, missing, user.name, role.scopes]).toEqual([
      true,
      [],
      'Marta Weber',
      ['orders:read', 'orders:write'],
    ])
    expect(chains).toMatchObject([
      {
        viaGroup: null,
        row: { memberId: own.id, tenantName: 'Barcelona', levelsUp: 0, created: luca },
        role: { given: luca, endsOn: null },
      },
      {
        viaGroup: { id: group.id, automated: false, joined: luca },
        row: { memberId: above.id, tenantName: 'Iberia', levelsUp: 2, isInheritable: true, inheritable: luca },
        role: { given: luca },
      },
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
    const top = await addTenant(world.portico, { title: 'Upper' })
    const here = await addTenant(world.portico, { title: 'Lower', parentId: top })
    const apart = await addTenant(world.portico, { title: 'Apart' })
    const reasons = async (person: Person, role = world.shop.roleId) =>
      (await why(person.id, here, role)).missing.map(({ reason, tenantName }) =>
        [reason, tenantName].filter(Boolean).join(' '),
      )
    const [keeps, away, over] = [
      await addPerson(world.portico),
      await addPerson(world.portico),
      await addPerson(world.portico),
    ]
    await give(top, keeps, { isInheritable: false })
    await give(apart, away)
    const ended = await give(here, over)
    await world.portico.write((tx) =>
      tx.query(`update role_assignment set ends_on = now() - interval '1 minute' where member_id = $1`, [ended.id]),
    )
    expect([await reasons(keeps), await reasons(away), await reasons(over)]).toEqual([
      ['not-inheritable Upper'],
      ['elsewhere Apart'],
      ['ended Lower'],
    ])
    const locked = await addPerson(world.portico)
    await give(here, locked)
    await world.portico.write((tx) =>
      tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id]),
    )
    expect([
      await reasons(locked),
      (await why(locked.id, here)).allowed,
      (await why(locked.id, here)).chains.length,
    ]).toEqual([['locked'], false, 1])
    const off = await addApplication(world.portico, {
      name: `off-${randomUUID().slice(0, 4)}`,
      enabled: false,
      role: 'Nothing',
    })
    await assignRole(world.portico, { identityId: keeps.id, roleId: off.roleId, tenantId: here })
    expect(await reasons(keeps, off.roleId)).toEqual(['application-disabled'])
  })

  test('what does not exist is named', async () => {
    const field = async (query: string) =>
      (await call('GET', `access/why?${query}`)).body.errors?.map(({ field: name }) => name)
    expect(await field('')).toEqual(['userId', 'roleId'])
    const nobody = randomUUID()
    expect(await field(`userId=${nobody}&roleId=${world.shop.roleId}`)).toEqual(['userId'])
    expect(await field(`userId=${world.chief.id}&roleId=${nobody}`)).toEqual(['roleId'])
    expect(await field(`userId=${world.chief.id}&roleId=${world.shop.roleId}&tenantId=${nobody}`)).toEqual(['tenantId'])
  })
})

describe('a preview', () => {
  test('of a move: who loses and who gains, why, who is left with nothing, who needs a second factor; nothing changes', async () => {
    const [from, to] = [
      await addTenant(world.portico, { title: 'From' }),
      await addTenant(world.portico, { title: 'To' }),
    ]
    const moved = await addTenant(world.portico, { title: 'Moved', parentId: from })
    const below = await addTenant(world.portico, { title: 'Below', parentId: moved })
    const [loses, keeps, gains] = [
      await addPerson(world.portico, { firstName: 'Loes' }),
      await addPerson(world.portico, { firstName: 'Kees' }),
      await addPerson(world.portico, { firstName: 'Gijs' }),
    ]
    const group = await addGroup(gains)
    await give(from, loses)
    await give(from, keeps)
    await give(moved, keeps, { isInheritable: true })
    await give(to, group)
    await world.portico.write((tx) => tx.query(`update tenant set requires_two_factor = true where id = $1`, [below]))
    const change = { kind: 'move', tenantId: moved, newParentId: to }
    const { summary, items, count, stamp } = await preview(change)
    expect(
      items.map(({ displayName, change: kind, roleName, tenants, because, noRoleLeft }) => [
        displayName,
        kind,
        roleName,
        tenants,
        because.tenantName,
        because.viaGroup !== null,
        noRoleLeft,
      ]),
    ).toEqual([
      ['Gijs Ruiz', 'Gains', 'Seller', 2, 'To', true, false],
      ['Loes Ruiz', 'Loses', 'Seller', 2, 'From', false, true],
    ])
    expect(summary).toEqual({
      losing: { people: 1, roles: 1 },
      gaining: { people: 1, roles: 1 },
      unchanged: expect.any(Number),
      noRoleLeft: 1,
      newlySecondFactor: 1,
      tenants: 2,
    })
    expect(count).toBe(2)
    expect((await preview(change, '&change=Loses')).items).toHaveLength(1)
    expect((await preview(change, '&search=gijs')).items).toHaveLength(1)
    expect((await preview(change)).stamp).toBe(stamp)
    expect(
      (
        await world.portico.database.query<{ parent_id: string }>(`select parent_id from tenant where id = $1`, [moved])
      )[0]?.parent_id,
    ).toBe(from)
    expect(
      await world.portico.database.query(`select 1 from audit_event where type = 'tenant.moved' and subject = $1`, [
        moved,
      ]),
    ).toEqual([])
    const file = await fetch(`${world.portico.origin}/api/v1/admin/access/preview/export`, {
      method: 'POST',
      headers: { ...world.administrator, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    expect((await readWorkbook(world.portico, Buffer.from(await file.arrayBuffer()))).flat()).toEqual(
      expect.arrayContaining(['Gijs Ruiz', 'Gains', 'Loes Ruiz', 'Loses']),
    )
  })

  test('refuses what the change itself would refuse, and anyone who may not make it', async () => {
    const [top, person] = [await addTenant(world.portico), await addPerson(world.portico)]
    const below = await addTenant(world.portico, { parentId: top })
    const status = async (change: object, as = world.administrator) =>
      (await call('POST', 'access/preview', { as, body: change })).status
    expect(await status({ kind: 'move', tenantId: top, newParentId: below })).toBe(400)
    expect(await status({ kind: 'deleteTenant', tenantId: top })).toBe(409)
    expect(await status({ kind: 'removeMember', tenantId: top, memberId: randomUUID() })).toBe(404)
    expect(await status({ kind: 'fly' })).toBe(400)
    const manager = (await signIn(world.portico, await addPerson(world.portico, { roles: ['Manager'] }))).bearer
    expect(
      await status(
        { kind: 'revoke', tenantId: top, revocation: { applicationIds: [world.shop.id], userId: person.id } },
        manager,
      ),
    ).toBe(403)
    expect(await status({ kind: 'move', tenantId: below, newParentId: null }, manager)).toBe(200)
    const clerk = (await signIn(world.portico, await addPerson(world.portico, { roles: ['UserAdministrator'] }))).bearer
    expect(await status({ kind: 'move', tenantId: below, newParentId: null }, clerk)).toBe(403)
  })
})

describe('undo', () => {
  test('the last changes of a row say who, what and when; the newest can be undone, an older one names what stands in the way', async () => {
    const [tenant, person] = [await addTenant(world.portico, { title: 'Acme' }), await addPerson(world.portico)]
    const row = await give(tenant, person, { isInheritable: false })
    await good('PUT', `tenants/${tenant}/members/${row.id}`, { isInheritable: true, roles: [] })
    const changes = () => good<Page<MemberChange>>('GET', `access/changes?identityId=${person.id}&tenantId=${tenant}`)
    const { items, count } = await changes()
    expect(items).toMatchObject([
      {
        by: { id: world.chief.id, name: world.chief.userName },
        tenantName: 'Acme',
        added: [],
        removed: ['shop · Seller'],
        before: { isInheritable: false },
        after: { isInheritable: true, roles: [] },
        undoable: true,
      },
      { added: ['shop · Seller'], removed: [], before: null, undoable: false },
    ])
    expect(count).toBe(2)
    const older = await call('POST', `access/undo/${items[1]?.id}`)
    expect([older.status, older.body.code]).toEqual([409, 'undo-conflict'])
    expect(older.body.message).toContain(`${world.chief.userName} changed it later, on `)
    await good('POST', `access/undo/${items[0]?.id}`)
    expect((await changes()).items[0]).toMatchObject({
      added: ['shop · Seller'],
      after: { isInheritable: false, roles: ['shop: Seller'] },
    })
    expect((await call('POST', `access/undo/${items[0]?.id}`)).status).toBe(409)
    const newest = (await changes()).items[0]?.id
    const many = await Promise.all(Array.from({ length: 5 }, () => call('POST', `access/undo/${newest}`)))
    expect(many.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect((await changes()).items[0]).toMatchObject({ after: { isInheritable: true, roles: [] } })
    const [said] = await world.portico.database.query<{ after: object }>(
      `select after from audit_event where type = 'access.undone' and subject = $1 order by id limit 1`,
      [row.id],
    )
    expect(said?.after).toEqual({ eventId: items[0]?.id, type: 'member.changed' })
  })

  test('is a change like any other: anyone who may not make it may not undo it; what is none is refused', async () => {
    const [tenant, person] = [await addTenant(world.portico), await addPerson(world.portico)]
    await give(tenant, person)
    const [event] = await world.portico.database.query<{ id: number }>(
      `select max(id) as id from audit_event where type = 'member.added'`,
    )
    const manager = (await signIn(world.portico, await addPerson(world.portico, { roles: ['Manager'] }))).bearer
    expect((await call('POST', `access/undo/${event?.id}`, { as: manager })).status).toBe(403)
    const [other] = await world.portico.database.query<{ id: number }>(
      `select max(id) as id from audit_event where type = 'group.created'`,
    )
    expect((await call('POST', `access/undo/${other?.id}`)).body).toMatchObject({ status: 409, code: 'not-undoable' })
    expect((await call('POST', 'access/undo/999999999')).status).toBe(404)
  })
})
