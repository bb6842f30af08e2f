// `/scim/v2/Users`: the people of a tenant's directory (docs/decisions/0045).
import { describe, expect, test } from 'vitest'
import { addDirectory, groupSchema, patch, someone, userSchema } from '#server/spec/testing/directories.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { active, openTwoDirectories } from './two-directories.harness.ts'

const { world, made, accountOf, isMember, eventsOf } = openTwoDirectories()
const admin = (method: string, path: string, body?: unknown) =>
  createBrowser(world.portico.origin).request(method, `/api/v1${path}`, {
    headers: world.administrator.bearer,
    ...(body === undefined ? {} : { body }),
  })

describe('somebody new', () => {
  test('gets an account, belongs to the tenant without any role, and is invited; all of it is in the audit log', async () => {
    const sent = someone({ title: 'Clerk', preferredLanguage: 'pt-BR' })
    const { status, body, headers } = await world.contoso.call('POST', '/Users', sent)
    expect([status, headers.get('content-type')]).toEqual([201, 'application/scim+json; charset=utf-8'])
    expect([headers.get('location'), headers.get('etag')]).toEqual([body.meta.location, body.meta.version])
    expect(body).toMatchObject(sent)
    expect((await world.contoso.call('GET', `/Users/${body.id}`)).body).toEqual(body)
    expect(await isMember(body.id, world.contoso)).toBe(true)
    expect(await eventsOf(body.id)).toEqual(['user.created', 'user.invited', 'directory-person.added', 'member.added'])
    expect((await world.portico.mailTo(sent.userName)).subject).toBeTruthy()
    const [row] = await world.portico.database.query<object>(
      `select language, password_hash, draft, created_by from portal_user where id = $1`,
      [body.id],
    )
    expect(row).toEqual({ language: 'pt-br', password_hash: null, draft: false, created_by: world.administrator.id })
  })

  test('has the names of what the directory shows, and the user name as address, where it sends no more', async () => {
    const { userName } = someone()
    const { body } = await world.contoso.call('POST', '/Users', {
      schemas: [userSchema],
      userName,
      displayName: 'Ana María Ruiz',
    })
    expect(body).toMatchObject({
      name: { givenName: 'Ana María', familyName: 'Ruiz' },
      emails: [{ value: userName }],
      active: true,
    })
  })

  test('is one person once: the same person, user name or externalId again is 409 uniqueness', async () => {
    const first = someone()
    await world.contoso.call('POST', '/Users', first)
    for (const again of [first, someone({ userName: first.userName }), someone({ externalId: first.externalId })]) {
      const { status, body } = await world.contoso.call('POST', '/Users', again)
      expect([status, body.scimType]).toEqual([409, 'uniqueness'])
    }
    expect((await world.fabrikam.call('POST', '/Users', someone({ externalId: first.externalId }))).status).toBe(201)
  })

  test.each<[string, object]>([
    ['no user name', { userName: undefined }],
    ['a user name of blanks', { userName: '  ' }],
    ['a user name that is too long', { userName: 'n'.repeat(257) }],
    ['no schemas (RFC 7643 section 3)', { schemas: undefined }],
    ['schemas without its own (RFC 7643 section 3)', { schemas: [groupSchema] }],
    ['no address', { userName: 'nina', emails: undefined }],
    ['a wrong address', { emails: [{ value: 'nina at x' }] }],
    ['an address of the company', { emails: [{ value: 'nina@our-company.example' }] }],
    ['active that is neither', { active: 'perhaps' }],
    [
      'a manager who is nobody',
      {
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
          manager: { value: '6dedf125-8067-4dc5-aa7d-a6b1a92971aa' },
        },
      },
    ],
    ['a name that is too long', { name: { givenName: 'x'.repeat(201) } }],
  ])('with %s is 400 invalidValue, and nobody is there', async (_, more) => {
    const sent = someone(more)
    const { status, body } = await world.contoso.call('POST', '/Users', sent)
    expect([status, body.scimType]).toEqual([400, 'invalidValue'])
    const left = await world.portico.database.query(`select 1 from directory_person where external_id = $1`, [
      sent.externalId,
    ])
    expect(left).toEqual([])
  })
})

describe('a person of the directory’s own', () => {
  test('is locked and signed out when inactive, and opened again; an administrator’s lock stays', async () => {
    const { id } = await made()
    expect((await world.contoso.call('PATCH', `/Users/${id}`, active('False'))).body).toMatchObject({ active: false })
    expect([(await accountOf(id))?.locked_by_administrator, await isMember(id, world.contoso)]).toEqual([true, true])
    expect((await world.contoso.call('PATCH', `/Users/${id}`, active('True'))).body).toMatchObject({ active: true })
    expect((await admin('POST', `/account/lock/${id}`)).status).toBe(200)
    expect((await world.contoso.call('PATCH', `/Users/${id}`, active(true))).body).toMatchObject({ active: false })
    await admin('POST', `/account/unlock/${id}`)
    await world.contoso.call('PATCH', `/Users/${id}`, active(false))
    await admin('POST', `/account/unlock/${id}`)
    await admin('POST', `/account/lock/${id}`)
    expect((await world.contoso.call('PATCH', `/Users/${id}`, active(true))).body).toMatchObject({ active: false })
  })

  test('is gone when deleted, with a locked account that comes back with the same address', async () => {
    const sent = someone()
    const { id } = (await world.contoso.call('POST', '/Users', sent)).body
    expect((await world.contoso.call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await world.contoso.call('GET', `/Users/${id}`)).status).toBe(404)
    expect((await world.contoso.call('DELETE', `/Users/${id}`)).status).toBe(404)
    expect([(await accountOf(id))?.locked_by_administrator, await isMember(id, world.contoso)]).toEqual([true, false])
    const again = await world.contoso.call('POST', '/Users', {
      ...sent,
      name: { givenName: 'Nina', familyName: 'Bergman' },
    })
    expect([again.status, again.body]).toEqual([201, expect.objectContaining({ id, active: true })])
    expect(await accountOf(id)).toMatchObject({ locked_by_administrator: false, last_name: 'Bergman' })
  })

  test('is opened by no detour where an administrator locked it', async () => {
    const sent = someone()
    const { id } = (await world.contoso.call('POST', '/Users', sent)).body
    await world.contoso.call('DELETE', `/Users/${id}`)
    await admin('POST', `/account/unlock/${id}`)
    await admin('POST', `/account/lock/${id}`)
    await world.contoso.call('POST', '/Users', { ...sent, active: false })
    await world.contoso.call('PATCH', `/Users/${id}`, active(true))
    expect((await accountOf(id))?.locked_by_administrator).toBe(true)
  })

  test('T28 is made by no directory where everybody of the area has a role of the whole portal', async () => {
    const directory = await addDirectory(world.portico, world.administrator)
    await world.portico.write(async (tx) => {
      await tx.query(`insert into area (id, name) values ($1::uuid, $1::text)`, [directory.tenantId])
      await tx.query(`update tenant set area_id = $1 where id = $1`, [directory.tenantId])
      await tx.query(`insert into user_group (id, name, area_id, rule) values ($1::uuid, $1::text, $1::uuid, 'area')`, [
        directory.tenantId,
      ])
    })
    await assignRole(world.portico, {
      identityId: directory.tenantId,
      identityType: 'Group',
      roleId: systemRoles.Administrator,
    })
    expect((await directory.call('POST', '/Users', someone())).status).toBe(403)
  })

  test('is written as it shall be: what is not sent is gone, what is read only is passed over', async () => {
    const sent = someone({ title: 'Clerk', phoneNumbers: [{ value: '+34 1', type: 'mobile' }] })
    const { id } = (await world.contoso.call('POST', '/Users', sent)).body
    const rest = { ...sent, title: undefined, phoneNumbers: undefined }
    const put = await world.contoso.call('PUT', `/Users/${id}`, {
      ...rest,
      id: 'x',
      meta: {},
      groups: [{ value: 'x' }],
      nickName: 'N',
    })
    expect([put.status, put.body]).toEqual([200, expect.objectContaining({ id })])
    for (const gone of ['title', 'phoneNumbers', 'groups', 'nickName']) expect(put.body).not.toHaveProperty(gone)
    const other = await world.contoso.call('PUT', `/Users/${id}`, { ...rest, schemas: undefined })
    expect([other.status, other.body.scimType]).toEqual([400, 'invalidValue'])
    const schemas = [userSchema.toUpperCase(), 'urn:example:of:nobody']
    expect((await world.contoso.call('PUT', `/Users/${id}`, { ...rest, schemas })).status).toBe(200)
    const before = (await eventsOf(id)).length
    expect((await world.contoso.call('PUT', `/Users/${id}`, rest)).status).toBe(200)
    expect(await eventsOf(id)).toHaveLength(before)
  })

  test('has a manager of the directory', async () => {
    const [boss, { id }] = [await made(), await made()]
    const path = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager'
    const { body } = await world.contoso.call('PATCH', `/Users/${id}`, patch({ op: 'add', path, value: boss.id }))
    expect(body['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User']).toEqual({
      manager: { value: boss.id, $ref: boss.meta.location },
    })
    await world.contoso.call('PATCH', `/Users/${id}`, patch({ op: 'remove', path }))
    expect((await world.contoso.call('GET', `/Users/${id}`)).body['schemas']).toEqual([userSchema])
  })

  test('a version that is another by now is 412, and the same one is 304', async () => {
    const { id, meta } = await made()
    const at = { 'if-match': meta.version }
    expect((await world.contoso.call('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(
      304,
    )
    expect(
      (await world.contoso.call('PATCH', `/Users/${id}`, patch({ op: 'add', path: 'title', value: 'A' }), at)).status,
    ).toBe(200)
    for (const [method, body] of [['PATCH', active(false)], ['PUT', someone()], ['DELETE']] as const)
      expect([method, (await world.contoso.call(method, `/Users/${id}`, body, at)).status]).toEqual([method, 412])
    expect((await world.contoso.call('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204)
  })
})
