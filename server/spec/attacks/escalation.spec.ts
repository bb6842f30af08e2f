// T28: what a UserAdministrator, an Administrator and the owner of a group try in order to become more than they are.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, claimsOf, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'
import { addWithRoles, type Bearer } from './cast.ts'

type Somebody = Awaited<ReturnType<typeof addWithRoles>>

let portico: TestPortico
let userAdministrator: Somebody
let administrator: Somebody
let god: Somebody
let areaId: string
beforeAll(async () => {
  portico = await startTestPortico()
  userAdministrator = await addWithRoles(portico, ['UserAdministrator'])
  administrator = await addWithRoles(portico, ['Administrator'])
  god = await addWithRoles(portico, ['God', 'Administrator'])
  areaId = (await portico.database.query<{ id: string }>(`select id from area where not is_default`))[0]?.id ?? ''
})
afterAll(() => portico.close())

const call = (as: Bearer, method: string, path: string, body?: unknown) =>
  createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
const statusOf = async (...parameters: Parameters<typeof call>) => (await call(...parameters)).status
const form = (change: object = {}) => {
  const name = `new-${randomUUID().slice(0, 8)}`
  return {
    userName: name,
    email: `${name}@people.example`,
    firstName: 'Noa',
    lastName: 'Neu',
    areaId,
    language: 'en',
    ...change,
  }
}
const rolesOf = async (userId: string) =>
  (
    await portico.database.query<{ name: string }>(`select role_name as name from roles_anywhere($1) order by 1`, [
      userId,
    ])
  ).map(({ name }) => name)
const newPassword = { password: 'Set-By-Other-99', confirmPassword: 'Set-By-Other-99' }

/** An area whose people are in a group by the system, and the group gives a role of the portal. */
const areaGiving = async (role: keyof typeof systemRoles) => {
  const [id, groupId] = [randomUUID(), randomUUID()]
  await portico.write(async (tx) => {
    await tx.query(`insert into area (id, name) values ($1, $2)`, [id, `Area ${id}`])
    await tx.query(`insert into user_group (id, name, area_id, rule) values ($1, $2, $3, 'area')`, [
      groupId,
      `Group ${id}`,
      id,
    ])
  })
  await assignRole(portico, { identityId: groupId, identityType: 'Group', roleId: systemRoles[role] })
  return id
}

const groupGiving = async (role: keyof typeof systemRoles, owner: { id: string }) => {
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) values ($1, $2, $3)`, [id, `Group ${id}`, areaId])
    await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [id, owner.id])
  })
  await assignRole(portico, { identityId: id, identityType: 'Group', roleId: systemRoles[role] })
  return id
}

describe('T28 a UserAdministrator', () => {
  test('T28 touches no account of a God or an Administrator, whether the role is their own or a group’s', async () => {
    const member = await addPerson(portico)
    const groupId = await groupGiving('Administrator', god)
    await portico.write((tx) =>
      tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        groupId,
        member.id,
      ]),
    )
    const placed = await addPerson(portico)
    const giving = await areaGiving('God')
    await portico.write((tx) => tx.query(`update portal_user set area_id = $2 where id = $1`, [placed.id, giving]))
    for (const { id } of [god, administrator, member, placed]) {
      const attempts = [
        ['PUT', `/admin/users/${id}`, form()],
        ['PATCH', `/admin/users/${id}`, { email: 'mine@people.example' }],
        ['PATCH', `/admin/users/${id}`, { language: 'de' }],
        ['DELETE', `/admin/users/${id}`],
        ['POST', `/admin/users/undraft/${id}`, {}],
        ['POST', `/admin/users/inviteUser/${id}`, {}],
        ['POST', `/admin/users/change-password/${id}`, newPassword],
        ['GET', `/account/lock/${id}`],
        ['GET', `/account/unlock/${id}`],
      ] as const
      for (const [method, path, body] of attempts)
        expect([method, path, await statusOf(userAdministrator.bearer, method, path, body)]).toEqual([
          method,
          path,
          403,
        ])
    }
  })

  test('T28 A-108 gives nobody the category that decides who approves their own requests, by no way', async () => {
    const made = (
      await call(userAdministrator.bearer, 'POST', '/admin/users', form({ internalCategory: 'director' }))
    ).json<{ id: string; internalCategory: string | null }>()
    expect(made.internalCategory).toBeNull()
    for (const [method, body] of [
      ['PUT', form({ internalCategory: 'director' })],
      ['PATCH', { internalCategory: 'director' }],
    ] as const)
      expect((await call(userAdministrator.bearer, method, `/admin/users/${made.id}`, body)).json()).toMatchObject({
        internalCategory: null,
      })
    const byChief = (
      await call(administrator.bearer, 'POST', '/admin/users', form({ internalCategory: 'director' }))
    ).json<{ internalCategory: string }>()
    expect(byChief.internalCategory).toBe('director')
  })

  test('T28 puts nobody, and not itself either, where a group of the system gives God or Administrator', async () => {
    for (const role of ['God', 'Administrator'] as const) {
      const giving = await areaGiving(role)
      const person = await addPerson(portico)
      expect(await statusOf(userAdministrator.bearer, 'POST', '/admin/users', form({ areaId: giving }))).toBe(403)
      expect(await statusOf(userAdministrator.bearer, 'PATCH', `/admin/users/${person.id}`, { areaId: giving })).toBe(
        403,
      )
      expect(
        await statusOf(userAdministrator.bearer, 'PUT', `/admin/users/${person.id}`, form({ areaId: giving })),
      ).toBe(403)
      expect(
        await statusOf(userAdministrator.bearer, 'PATCH', `/admin/users/${userAdministrator.id}`, { areaId: giving }),
      ).toBe(403)
      expect([await rolesOf(person.id), await rolesOf(userAdministrator.id)]).toEqual([
        ['User'],
        ['User', 'UserAdministrator'],
      ])
      const titles = ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language']
      const { userName, email } = form()
      const bytes = await workbook(portico, titles, [[userName, email, 'Noa', 'Neu', giving, 'en']])
      const imported = await upload<{ importedElements: number; errors: { row: number }[] }>(
        portico,
        '/admin/users/bulk_insert',
        { bytes, as: userAdministrator.bearer },
      )
      expect([imported.body.importedElements, imported.body.errors.map(({ row }) => row)]).toEqual([0, [2]])
    }
    expect(
      await statusOf(administrator.bearer, 'POST', '/admin/users', form({ areaId: await areaGiving('God') })),
    ).toBe(403)
    expect(await statusOf(god.bearer, 'POST', '/admin/users', form({ areaId: await areaGiving('God') }))).toBe(200)
  })

  test('T28 undrafts nobody into such a group', async () => {
    const draft = await addPerson(portico, { draft: true })
    const giving = await areaGiving('Administrator')
    await portico.write((tx) => tx.query(`update portal_user set area_id = $2 where id = $1`, [draft.id, giving]))
    expect(await statusOf(userAdministrator.bearer, 'POST', `/admin/users/undraft/${draft.id}`, {})).toBe(403)
    expect(await statusOf(administrator.bearer, 'POST', `/admin/users/undraft/${draft.id}`, {})).toBe(200)
  })

  test('T28 joins no group, adds nobody to one, and makes no group, role, scope, token or application', async () => {
    const groupId = await groupGiving('User', god)
    const shop = await addApplication(portico, { name: 'shop' })
    const role = `/admin/app/2/roles/${systemRoles.UserAdministrator}`
    const attempts = [
      ['POST', `/admin/groups/${groupId}/users`, { userId: userAdministrator.id, permission: 'Owner' }],
      ['POST', `/admin/users/${userAdministrator.id}/groups`, { groupId, permission: 'Reader' }],
      ['POST', `/profile/users/${userAdministrator.id}/groups`, { groupId }],
      ['POST', '/admin/groups', { name: 'Mine', areaId }],
      ['PUT', `/admin/groups/${groupId}`, { name: 'Mine', areaId }],
      ['DELETE', `/admin/groups/${groupId}`],
      ['POST', '/keys', { name: 'x', applicationName: 'identity', expiresAt: '2099-01-01T00:00:00Z' }],
      ['POST', `${role}/scopes`, { scope: 'identity' }],
      ['POST', '/admin/app/2/roles', { name: 'Second God' }],
      ['PUT', role, { description: 'x' }],
      ['POST', `/admin/scopedpermission/${shop.id}/${userAdministrator.id}`, { scope: 'x' }],
      [
        'POST',
        '/admin/applications',
        {
          name: 'identity.global2',
          displayName: 'x',
          redirectUris: ['http://localhost:9/callback'],
          sharedSecret: 'A-Good-Secret-1234567890',
        },
      ],
    ] as const
    for (const [method, path, body] of attempts)
      expect([method, path, await statusOf(userAdministrator.bearer, method, path, body)]).toEqual([method, path, 403])
    // For who neither owns nor administers it there is no such application.
    expect(
      await statusOf(userAdministrator.bearer, 'PUT', `/admin/applications/${shop.id}/owners`, {
        owners: [userAdministrator.id],
      }),
    ).toBe(404)
    expect(await rolesOf(userAdministrator.id)).toEqual(['User', 'UserAdministrator'])
  })

  test('T28 every refusal stands in the audit log, with who tried what', async () => {
    const someone = await addWithRoles(portico, ['UserAdministrator'])
    await call(someone.bearer, 'DELETE', `/admin/users/${god.id}`)
    await call(someone.bearer, 'POST', '/keys', {})
    const events = await portico.database.query<{ entry: string; name: string; after: unknown }>(
      `select api_entry as entry, actor_name as name, after from audit_event where type = 'access.refused' and actor_id = $1 order by id`,
      [someone.id],
    )
    expect(events).toEqual([
      {
        entry: 'DELETE /api/v1/admin/users/:id',
        name: someone.userName,
        after: { reason: 'permission-missing', address: `/api/v1/admin/users/${god.id}` },
      },
      {
        entry: 'POST /api/v1/keys',
        name: someone.userName,
        after: { reason: 'permission-missing', address: '/api/v1/keys' },
      },
    ])
  })
})

describe('T28 an Administrator', () => {
  test('T28 becomes no God: by no group, no role, no scope and no namesake of the portal', async () => {
    const groupId = await groupGiving('God', god)
    for (const [method, path, body] of [
      ['POST', `/admin/groups/${groupId}/users`, { userId: administrator.id, permission: 'Reader' }],
      ['POST', `/admin/users/${administrator.id}/groups`, { groupId, permission: 'Reader' }],
      ['DELETE', `/admin/groups/${groupId}`],
      ['DELETE', `/admin/groups/${groupId}/users/${god.id}`],
      ['POST', `/admin/app/2/roles/${systemRoles.God}/scopes`, { scope: 'more' }],
      ['PUT', `/admin/app/2/roles/${systemRoles.God}`, { description: 'mine' }],
      ['GET', '/keys/allpats'],
    ] as const)
      expect([method, path, await statusOf(administrator.bearer, method, path, body)]).toEqual([method, path, 403])
    for (const app of [1, 2])
      expect(await statusOf(administrator.bearer, 'POST', `/admin/app/${app}/roles`, { name: 'god' })).toBe(409)
    for (const name of ['identity.global', 'Identity.Global', ' identity.global ', 'IDENTITY'])
      expect([
        name,
        await statusOf(administrator.bearer, 'POST', '/admin/applications', {
          name,
          displayName: 'x',
          redirectUris: ['http://localhost:9/callback'],
          sharedSecret: 'A-Good-Secret-1234567890',
        }),
      ]).toEqual([name, 409])
  })

  test('T28 a role named God of an application of one’s own opens nothing of the portal', async () => {
    const lookalike = await addApplication(portico, { name: 'lookalike', role: 'God', scopes: ['identity'] })
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: lookalike.roleId })
    const { bearer, tokens } = await signIn(portico, person)
    expect(await statusOf(bearer, 'GET', '/keys/allpats')).toBe(403)
    expect((await call(bearer, 'GET', '/profile')).json()).toMatchObject({ roles: ['User'] })
    expect(JSON.stringify(claimsOf(tokens.id_token))).not.toContain('God')
  })
})

describe('T28 a name', () => {
  test('T28 A-33 nobody’s user name is somebody else’s e-mail, nor the other way round: anyone who types it means one account', async () => {
    const victim = await addPerson(portico)
    const other = (await call(userAdministrator.bearer, 'POST', '/admin/users', form())).json<{
      id: string
      userName: string
    }>()
    expect(await statusOf(userAdministrator.bearer, 'POST', '/admin/users', form({ userName: victim.email }))).toBe(409)
    const named = form({ userName: `${randomUUID()}@people.example` })
    expect(await statusOf(userAdministrator.bearer, 'POST', '/admin/users', named)).toBe(200)
    expect(
      await statusOf(userAdministrator.bearer, 'PATCH', `/admin/users/${other.id}`, {
        email: named.userName.toUpperCase(),
      }),
    ).toBe(409)
    const titles = ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language']
    const bytes = await workbook(portico, titles, [
      [victim.email, `${randomUUID()}@people.example`, 'Noa', 'Neu', areaId, 'en'],
    ])
    expect(
      (
        await upload<{ importedElements: number }>(portico, '/admin/users/bulk_insert', {
          bytes,
          as: userAdministrator.bearer,
        })
      ).body.importedElements,
    ).toBe(0)
    const mail = `${randomUUID()}@people.example`
    expect(
      await statusOf(userAdministrator.bearer, 'POST', '/admin/users', form({ userName: mail, email: mail })),
    ).toBe(200)
  })
})
