// Members over HTTP: how they are listed (domain-model 4.3), revoked (4.4), and who may do so at which tenant (section
// 6).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'
import { openMembersTree, type Bearer } from './members-tree.harness.ts'

const { world, call, listed, give } = openMembersTree()

let twenty: TestApplication
beforeAll(async () => {
  twenty = await addApplication(world.portico, { name: 'twenty', role: 's1' })
})

const groupOf = async (...people: Person[]) => {
  const id = randomUUID()
  await world.portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [
      id,
      `group ${id.slice(0, 8)}`,
    ])
    for (const { id: userId } of people)
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [id, userId])
  })
  return { id, group: true as const }
}

/** The rows of 4.7: (A,u) passes r1 down, (B,u) keeps r1 and r2, and u's group g has s1 at A. */
const exampleRows = async () => {
  const u = await addPerson(world.portico)
  const g = await groupOf(u)
  await give(world.tree.A, u, { roles: [world.ten.roleId], isInheritable: true })
  const atB = await give(world.tree.B, u, { roles: [world.ten.roleId, world.second], isInheritable: false })
  await give(world.tree.A, g, { roles: [twenty.roleId], isInheritable: true })
  const own = async (tenant: string) => {
    const entry = (await listed(tenant)).items.find(({ identityId }) => identityId === u.id)
    return entry
      ? [
          entry.hierarchyType,
          ...(entry.roles ?? []).map(({ roleName, hierarchyType }) => `${roleName} ${hierarchyType}`),
        ].join(', ')
      : '–'
  }
  const effective = async (tenant: string) => {
    const { body } = await call<IdentityAtTenant>(
      'GET',
      `admin/tenants/${tenant}/members/identity?identityId=${u.id}&isGroup=false&includeHierarchy=true`,
    )
    // Everybody is a User of the portal besides, through the group Users.
    return (
      [...new Set(body.roles.map(({ roleName }) => roleName))]
        .filter((name) => name !== 'User')
        .toSorted()
        .join(', ') || '–'
    )
  }
  const everywhere = async (of: (tenant: string) => Promise<string>) =>
    Promise.all([world.tree.A, world.tree.B, world.tree.C, world.tree.D].map(of))
  return { u, g, atB, own, effective, all: () => everywhere(effective), lists: () => everywhere(own) }
}
const revoke = (
  tenantId: string,
  userId: string,
  { includeParent = false, as = world.administrator, apps = [world.ten.id] } = {},
) =>
  call<IdentityAtTenant>('POST', `admin/tenants/${tenantId}/members/revokeAccess`, {
    as,
    body: { applicationIds: apps, userId, includeParent },
  })

describe('the worked example (domain-model 4.7)', () => {
  test('R3.6-09 R3.8-05 R3.8-08 the lists say Own, ByHierarchy or Both of members and of each role, and what is effective adds the groups', async () => {
    const { lists, all, u, g } = await exampleRows()
    expect(await lists()).toEqual(['Own, r1 Own', 'Both, r1 Both, r2 Own', 'ByHierarchy, r1 ByHierarchy', '–'])
    expect(await all()).toEqual(['r1, s1', 'r1, r2, s1', 'r1, s1', '–'])
    const atC = (await listed(world.tree.C)).items
    const [person, group] = [u, g].map(({ id }) => atC.find(({ identityId }) => identityId === id))
    const atB = (await listed(world.tree.B)).items.find(({ identityId }) => identityId === u.id)
    expect(atB).toMatchObject({ hierarchyType: 'Both', isInheritable: false })
    expect(person).toMatchObject({
      id: expect.any(String),
      identityType: 'User',
      identityId: u.id,
      email: u.email,
      displayName: 'Ana Ruiz',
      userName: u.userName,
      hierarchyType: 'ByHierarchy',
      isInheritable: true,
      tenantId: world.tree.A,
      tenantName: 'A',
      inheritedFrom: { tenantId: world.tree.A, tenantName: 'A' },
      roles: [
        {
          roleId: world.ten.roleId,
          roleName: 'r1',
          applicationId: world.ten.id,
          applicationName: 'ten',
          hierarchyType: 'ByHierarchy',
        },
      ],
      tenants: [
        { id: world.tree.A, title: 'A' },
        { id: world.tree.B, title: 'B' },
      ],
    })
    expect(group).toMatchObject({
      identityType: 'Group',
      hierarchyType: 'ByHierarchy',
      memberCount: 1,
      roles: [{ roleName: 's1', inheritedFrom: { tenantName: 'A' } }],
    })
  })

  test('R7.7-13 revokeAccess takes the own roles here, and with includeParent those that pass down; a second time nothing happens', async () => {
    const here = await exampleRows()
    expect((await revoke(world.tree.B, here.u.id)).status).toBe(200)
    expect(await here.all()).toEqual(['r1, s1', 'r1, s1', 'r1, s1', '–'])
    const all = await exampleRows()
    const answer = await revoke(world.tree.B, all.u.id, { includeParent: true })
    expect(await all.all()).toEqual(['s1', 's1', 's1', '–'])
    expect(answer.body.roles.find(({ roleName }) => roleName === 's1')).toMatchObject({
      hierarchyType: 'ByHierarchy',
      viaGroup: { id: all.g.id },
    })
    const events = () =>
      world.portico.database.query<{ tenant_id: string }>(
        `select tenant_id from audit_event where operation = 'RemoveRolesInTenant' and before->>'identityId' = $1 order by id`,
        [all.u.id],
      )
    expect((await events()).map(({ tenant_id }) => tenant_id)).toEqual([world.tree.B, world.tree.A])
    expect((await revoke(world.tree.B, all.u.id, { includeParent: true })).status).toBe(200)
    expect(await events()).toHaveLength(2)
    const below = await exampleRows()
    await revoke(world.tree.C, below.u.id, { includeParent: true })
    expect(await below.all()).toEqual(['s1', 'r1, r2, s1', 's1', '–'])
    // the rows stay, without roles.
    expect((await listed(world.tree.A, '')).items.find(({ identityId }) => identityId === below.u.id)).toMatchObject({
      hierarchyType: 'Own',
      roles: [],
    })
  })

  test('R4.8-04 R4.8-03 what is inherited is revoked by an Administrator only, and nothing changes', async () => {
    const { u, all } = await exampleRows()
    const clerk = (await signIn(world.portico, await addPerson(world.portico, { roles: ['UserAdministrator'] }))).bearer
    for (const includeParent of [false, true]) {
      const { status, body } = await revoke(world.tree.B, u.id, { includeParent, as: clerk })
      expect([status, body.message]).toEqual([403, 'Only Admin can revoke this access'])
    }
    expect(await all()).toEqual(['r1, s1', 'r1, r2, s1', 'r1, s1', '–'])
    expect((await revoke(world.tree.A, u.id, { as: clerk })).status).toBe(200)
    expect(await all()).toEqual(['s1', 'r1, r2, s1', 's1', '–'])
  })

  test('R4.8-05 A-103 closing an own role leaves what comes from above; an entry from above is no row of this tenant', async () => {
    const { u, atB, own } = await exampleRows()
    await call('PUT', `admin/tenants/${world.tree.B}/members/${atB.id}`, {
      body: { isInheritable: false, roles: [world.second] },
    })
    expect(await own(world.tree.B)).toBe('Both, r1 ByHierarchy, r2 Own')
    const above = (await listed(world.tree.C)).items.find(({ identityId }) => identityId === u.id)
    expect((await call('DELETE', `admin/tenants/${world.tree.C}/members/${above?.id}`)).status).toBe(404)
    expect((await call('DELETE', `admin/tenants/${world.tree.B}/members/${atB.id}`)).status).toBe(200)
    expect(await own(world.tree.B)).toBe('ByHierarchy, r1 ByHierarchy')
  })
})

describe('who acts on a tenant (A-66, A-68)', () => {
  const actor = async (role: 'TenantAdministrator' | 'SystemManager' | 'IdentityConsultant', tenantId: string) => {
    const person = await addPerson(world.portico)
    await assignRole(world.portico, { identityId: person.id, roleId: systemRoles[role], tenantId })
    return (await signIn(world.portico, person)).bearer
  }

  /** Anyone who is a member nowhere near is not there for those who act on a tenant (T81). */
  const knownBelow = async (tenantId: string) => {
    const person = await addPerson(world.portico)
    await assignRole(world.portico, {
      identityId: person.id,
      roleId: world.ten.roleId,
      tenantId: await addTenant(world.portico, { parentId: tenantId }),
      inheritable: false,
    })
    return person
  }

  test('R6-25 T29 on its tenants and those below, a TenantAdministrator gives roles; other tenants are not there, the global one is refused', async () => {
    const as = await actor('TenantAdministrator', world.tree.B)
    const friend = await knownBelow(world.tree.C)
    const add = (tenantId: string, roles: string[]) =>
      call<Member>('POST', `profile/${tenantId}/members`, {
        as,
        body: { identityType: 'User', identityId: friend.id, roles },
      })
    expect((await add(world.tree.C, [world.ten.roleId])).status).toBe(200)
    expect((await add(world.tree.B, [world.ten.roleId])).status).toBe(200)
    for (const tenant of [world.tree.A, world.tree.D]) {
      expect((await add(tenant, [world.ten.roleId])).status).toBe(404)
      expect((await call('GET', `profile/${tenant}/members`, { as })).status).toBe(404)
      expect((await call('GET', `profile/${tenant}/members/identity?identityId=${friend.id}`, { as })).status).toBe(404)
    }
    expect((await add(zeroTenant, [world.ten.roleId])).status).toBe(403)
    expect((await call('GET', `admin/tenants/${world.tree.B}/members`, { as })).status).toBe(403)
    const mine = (
      await call<Page<Member>>('GET', `profile/${world.tree.B}/members?includeHierarchy=true&take=100`, { as })
    ).body.items.find(({ identityId }) => identityId === friend.id)
    expect(mine?.roles).toMatchObject([{ roleName: 'r1', hierarchyType: 'Own' }])
    expect(
      (
        await call('PUT', `profile/${world.tree.B}/members/${mine?.id}`, {
          as,
          body: { isInheritable: true, roles: [] },
        })
      ).status,
    ).toBe(200)
    expect((await call('DELETE', `profile/${world.tree.B}/members/${mine?.id}`, { as })).status).toBe(200)
  })

  test('R6-16 R6-20 T29 a SystemManager gives and takes the roles meant for service managers only; an IdentityConsultant reads', async () => {
    const meant = await addApplication(world.portico, { name: `meant-${randomUUID().slice(0, 4)}`, role: 'Served' })
    await world.portico.write((tx) =>
      tx.query(`update role set service_manager_visibility = true where id = $1`, [meant.roleId]),
    )
    const [manager, consultant] = [
      await actor('SystemManager', world.tree.D),
      await actor('IdentityConsultant', world.tree.D),
    ]
    const friend = await knownBelow(world.tree.D)
    const add = (as: Bearer, roles: string[]) =>
      call<Member>('POST', `profile/${world.tree.D}/members`, {
        as,
        body: { identityType: 'User', identityId: friend.id, roles },
      })
    expect((await add(manager, [world.ten.roleId])).status).toBe(403)
    const made = await add(manager, [meant.roleId])
    expect(made.status).toBe(200)
    await give(world.tree.D, friend, { roles: [world.ten.roleId], isInheritable: false })
    expect((await call('DELETE', `profile/${world.tree.D}/members/${made.body.id}`, { as: manager })).status).toBe(403)
    const save = (isInheritable: boolean) =>
      call('PUT', `profile/${world.tree.D}/members/${made.body.id}`, {
        as: manager,
        body: { isInheritable, roles: [meant.roleId, world.ten.roleId] },
      })
    expect([(await save(true)).status, (await save(false)).status]).toEqual([403, 200])
    const take = (apps: number[]) =>
      call('POST', `profile/${world.tree.D}/members/revokeAccess`, {
        as: manager,
        body: { applicationIds: apps, userId: friend.id },
      })
    expect([(await take([world.ten.id])).status, (await take([meant.id])).status]).toEqual([403, 200])
    expect((await call('GET', `profile/${world.tree.D}/members`, { as: consultant })).status).toBe(200)
    expect((await add(consultant, [meant.roleId])).status).toBe(403)
  })

  test('R6-10 R6-11 R6-07 a UserAdministrator gives roles at tenants, none of the whole portal, and nothing at the global tenant', async () => {
    const as = (await signIn(world.portico, await addPerson(world.portico, { roles: ['UserAdministrator'] }))).bearer
    const friend = await addPerson(world.portico)
    const add = (tenantId: string, roles: string[]) =>
      call('POST', `admin/tenants/${tenantId}/members`, {
        as,
        body: { identityType: 'User', identityId: friend.id, roles },
      })
    expect((await add(world.tree.D, [world.ten.roleId])).status).toBe(200)
    expect((await add(zeroTenant, [systemRoles.Manager])).status).toBe(403)
    expect((await add(zeroTenant, [world.ten.roleId])).status).toBe(403)
    expect((await call('GET', `admin/tenants/${world.tree.D}/members`, { as })).status).toBe(403)
  })
})
