// `/scim/v2/Groups`: the groups that a tenant's directory keeps (docs/decisions/0045).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { addAdministrator, addDirectory, type Directory, patch, someone } from '#server/spec/testing/directories.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { groupMembersIn, groupOf, madeBy } from '#server/spec/testing/directory-state.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: Awaited<ReturnType<typeof addAdministrator>>
let contoso: Directory
let fabrikam: Directory
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = await addAdministrator(portico)
  contoso = await addDirectory(portico, administrator, { title: 'Contoso' })
  fabrikam = await addDirectory(portico, administrator, { title: 'Fabrikam' })
})
afterAll(() => portico.close())

const made = (path: string, body: object, directory = contoso) => madeBy(directory, path, body)
const people = async (count: number, directory = contoso) =>
  Promise.all(Array.from({ length: count }, async () => (await made('/Users', someone(), directory)).id))
const membersOf = (id: string, directory = contoso) => groupMembersIn(portico, id, directory)
const eventsOf = async (id: string) =>
  (
    await portico.database.query<{ type: string }>(`select type from audit_event where subject = $1 order by id`, [id])
  ).map(({ type }) => type)

describe('a group of the directory', () => {
  test('is a group of the portal and a member of the tenant, with the people in it, all in the audit log', async () => {
    const [a = '', b = ''] = await people(2)
    const group = await made('/Groups', groupOf('Finance', [a, b], { externalId: 'finance' }))
    expect(group).toMatchObject({ displayName: 'Finance', externalId: 'finance' })
    expect(await membersOf(group.id)).toEqual([a, b].sort())
    const [row] = await portico.database.query<object>(
      `select g.name::text, m.tenant_id from user_group g join tenant_member m on m.identity_id = g.id where g.id = $1`,
      [group.id],
    )
    expect(row).toEqual({ name: 'Contoso: Finance', tenant_id: contoso.tenantId })
    expect(await eventsOf(group.id)).toEqual([
      'group.created',
      'directory-group.added',
      'group-member.added',
      'group-member.added',
    ])
    expect((await contoso.call('GET', `/Users/${a}`)).body['groups']).toEqual([
      { value: group.id, $ref: group.meta.location, display: 'Finance', type: 'direct' },
    ])
    expect((await contoso.call('GET', `/Groups/${group.id}?excludedAttributes=members`)).body).not.toHaveProperty(
      'members',
    )
  })

  test('has a name that other tenants may have as well, and that is there once in its own', async () => {
    await made('/Groups', groupOf('Sales'))
    expect((await contoso.call('POST', '/Groups', groupOf('Sales'))).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
    await made('/Groups', groupOf('Sales'), fabrikam)
  })

  test('RFC 7643 section 4.2 whose name is too long is 400 invalidValue, not cut and found taken', async () => {
    const longest = 'x'.repeat(200 - 'Contoso: '.length)
    await made('/Groups', groupOf(longest))
    const wrong = [groupOf(`${longest}1`), groupOf('y'.repeat(201)), { ...groupOf('No schemas'), schemas: [] }]
    const { id } = await made('/Groups', groupOf('Short'))
    for (const body of wrong)
      for (const [method, path] of [
        ['POST', '/Groups'],
        ['PUT', `/Groups/${id}`],
      ] as const) {
        const { status, body: said } = await contoso.call(method, path, body)
        expect([method, status, said.scimType]).toEqual([method, 400, 'invalidValue'])
      }
  })

  test('is renamed, refilled and deleted, and writes nothing where nothing differs', async () => {
    const [a = '', b = '', c = ''] = await people(3)
    const { id } = await made('/Groups', groupOf('Old', [a, b]))
    const put = await contoso.call('PUT', `/Groups/${id}`, groupOf('New', [b, c], { externalId: 'new' }))
    expect(put.body).toMatchObject({ displayName: 'New', externalId: 'new' })
    expect(await membersOf(id)).toEqual([b, c].sort())
    const before = await eventsOf(id)
    expect(before.slice(4)).toEqual([
      'group.changed',
      'directory-group.changed',
      'group-member.added',
      'group-member.removed',
    ])
    await contoso.call('PUT', `/Groups/${id}`, groupOf('New', [b, c], { externalId: 'new' }))
    expect(await eventsOf(id)).toEqual(before)
    expect((await contoso.call('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await contoso.call('GET', `/Groups/${id}`)).status).toBe(404)
    expect((await eventsOf(id)).at(-1)).toBe('group.removed')
  })

  test('T81 holds people of the directory only, and is nobody’s but the directory’s', async () => {
    const [a = ''] = await people(1)
    const stranger = await addPerson(portico)
    const refused = await contoso.call('POST', '/Groups', groupOf('Strangers', [a, stranger.id]))
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
    expect(await portico.database.query(`select 1 from user_group where name = 'Contoso: Strangers'`)).toEqual([])
    const { id } = await made('/Groups', groupOf('Own', [a]))
    const [own] = await portico.database.query<{ id: string }>(
      `insert into user_group (id, name, area_id) select gen_random_uuid(), 'Of the maker', a.id from area a where a.is_default returning id`,
    )
    await portico.write((tx) =>
      tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [
        own?.id,
        administrator.id,
      ]),
    )
    for (const [directory, group] of [
      [fabrikam, id],
      [contoso, own?.id],
    ] as const)
      for (const [method, body] of [
        ['GET'],
        ['PUT', groupOf('Mine')],
        ['PATCH', patch({ op: 'add', path: 'members', value: [{ value: a }] })],
        ['DELETE'],
      ] as const)
        expect([method, (await directory.call(method, `/Groups/${group}`, body)).status]).toEqual([method, 404])
    // A member by hand is none of the directory's people, and stays.
    await portico.write((tx) =>
      tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [id, stranger.id]),
    )
    expect((await contoso.call('PUT', `/Groups/${id}`, groupOf('Own'))).body).not.toHaveProperty('members')
    expect(await membersOf(id)).toEqual([stranger.id])
  })

  test('T28 that was given a role of the whole portal is filled and deleted by no directory', async () => {
    const [a = ''] = await people(1)
    const { id } = await made('/Groups', groupOf('Chiefs'))
    await assignRole(portico, { identityId: id, identityType: 'Group', roleId: systemRoles.Administrator })
    expect((await contoso.call('PUT', `/Groups/${id}`, groupOf('Chiefs', [a]))).status).toBe(403)
    expect((await contoso.call('DELETE', `/Groups/${id}`)).status).toBe(403)
    expect(await membersOf(id)).toEqual([])
  })

  test('gives nothing to somebody who is not active, and has them again once they are', async () => {
    const person = await addPerson(portico)
    const sent = someone({ emails: [{ value: person.email }] })
    await made('/Users', sent)
    const { id } = await made('/Groups', groupOf('Guests', [person.id]))
    const other = await made('/Groups', groupOf('Later'))
    await contoso.call('PATCH', `/Users/${person.id}`, patch({ op: 'replace', path: 'active', value: false }))
    expect(await membersOf(id)).toEqual([])
    expect((await contoso.call('GET', `/Groups/${id}`)).body['members']).toMatchObject([{ value: person.id }])
    await contoso.call(
      'PATCH',
      `/Groups/${other.id}`,
      patch({ op: 'add', path: 'members', value: [{ value: person.id }] }),
    )
    expect(await membersOf(other.id)).toEqual([])
    await contoso.call('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${person.id}"]` }))
    await contoso.call('PATCH', `/Users/${person.id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect([await membersOf(id), await membersOf(other.id)]).toEqual([[], [person.id]])
  })
})
