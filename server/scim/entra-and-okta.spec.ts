// What Entra ID and Okta send, in the order and in the words of their own documentation: Microsoft Learn "Develop a
// SCIM endpoint", Okta Developer "SCIM 2.0 protocol reference".
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdministrator, addDirectory, type Directory, type Scim } from '#server/spec/testing/directories.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let directory: Directory
beforeAll(async () => {
  portico = await startTestPortico()
  directory = await addDirectory(portico, await addAdministrator(portico))
})
afterAll(() => portico.close())

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** Answers the body of what must be answered so. */
const send = async (status: number, method: string, path: string, body?: object): Promise<Scim> => {
  const answer = await directory.call(method, path, body)
  expect([method, path, answer.status, answer.body]).toEqual([method, path, status, expect.anything()])
  return answer.body
}
const found = async (path: string, filter: string, more = '') => {
  const { totalResults, Resources } = await send(200, 'GET', `${path}?${more}filter=${encodeURIComponent(filter)}`)
  return { totalResults, ids: Resources.map(({ id }) => id) }
}

test('Entra tests the connection, makes a user, maps what changed, disables, restores and deletes', async () => {
  expect(await found('/Users', 'userName eq "6d0a2c2e-random"')).toEqual({ totalResults: 0, ids: [] })
  expect(await found('/Users', 'userName eq "Test_User_ab6490ee@contoso.example"')).toEqual({
    totalResults: 0,
    ids: [],
  })
  const boss = await send(201, 'POST', '/Users', {
    schemas: [`${core}:User`],
    userName: 'boss@contoso.example',
    displayName: 'The Boss',
  })
  const user = await send(201, 'POST', '/Users', {
    schemas: [`${core}:User`, enterprise],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee@contoso.example',
    active: true,
    addresses: [{ primary: false, type: 'work', country: 'x', formatted: 'x' }],
    displayName: 'lennay',
    emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@contoso.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    nickName: 'x',
    phoneNumbers: [
      { primary: false, type: 'work', value: '0123' },
      { primary: false, type: 'fax', value: '0456' },
    ],
    preferredLanguage: 'xx-XX',
    roles: [],
    title: 'x',
    [enterprise]: { department: 'bob', employeeNumber: '123' },
  })
  expect(user).toMatchObject({ displayName: 'lennay', phoneNumbers: [{ value: '0123' }], active: true })
  expect(await found('/Users', 'userName eq "Test_User_ab6490ee@contoso.example"')).toEqual({
    totalResults: 1,
    ids: [user.id],
  })
  expect(await found('/Users', 'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')).toEqual({
    totalResults: 1,
    ids: [user.id],
  })
  const mapped = await send(200, 'PATCH', `/Users/${user.id}`, {
    schemas: [patchOp],
    Operations: [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@contoso.example' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'name.formatted', value: 'x' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '0789' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'x' },
      { op: 'Add', path: `${enterprise}:department`, value: 'alice' },
      { op: 'Add', path: `${enterprise}:manager`, value: boss.id },
      { op: 'Replace', value: { displayName: 'lenny', 'name.givenName': 'Len' } },
    ],
  })
  expect(mapped).toMatchObject({
    displayName: 'lenny',
    name: { givenName: 'Len', familyName: 'updatedFamilyName' },
    emails: [{ value: 'updatedEmail@contoso.example' }],
    [enterprise]: { manager: { value: boss.id } },
  })
  const active = (value: string) => ({ schemas: [patchOp], Operations: [{ op: 'Replace', path: 'active', value }] })
  expect(await send(200, 'PATCH', `/Users/${user.id}`, active('False'))).toMatchObject({ active: false })
  expect(await found('/Users', 'userName eq "Test_User_ab6490ee@contoso.example" and active eq "False"')).toMatchObject(
    { totalResults: 1 },
  )
  expect(await send(200, 'PATCH', `/Users/${user.id}`, active('True'))).toMatchObject({ active: true })
  await send(204, 'DELETE', `/Users/${user.id}`)
  await send(404, 'GET', `/Users/${user.id}`)
  await send(404, 'DELETE', `/Users/${user.id}`)
})

test('Entra makes a guest, renames and disables them in one call, and replaces what is not there yet', async () => {
  const userName = 'ana_partner.example#EXT#@contoso.example'
  const guest = await send(201, 'POST', '/Users', {
    schemas: [`${core}:User`],
    userName,
    displayName: "Ana O'Brien",
    emails: [{ primary: true, type: 'work', value: "ana.o'brien@partner.example" }],
  })
  expect(await found('/Users', `userName eq "${userName}"`)).toEqual({ totalResults: 1, ids: [guest.id] })
  const changed = await send(200, 'PATCH', `/Users/${guest.id}`, {
    schemas: [patchOp],
    Operations: [
      { op: 'Replace', path: 'userName', value: "ana.o'brien@contoso.example" },
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '+34 1' },
      { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'ES' },
      { op: 'Add', path: 'emails[type eq "work"].display', value: 'Ana' },
      { op: 'Add', path: `${enterprise}:manager.displayName`, value: 'The Boss' },
      { op: 'Replace', path: 'active', value: 'False' },
    ],
  })
  expect(changed).toMatchObject({
    userName: "ana.o'brien@contoso.example",
    phoneNumbers: [{ value: '+34 1', type: 'work' }],
    active: false,
  })
  await send(204, 'DELETE', `/Users/${guest.id}`)
})

test('Entra makes a group, reads it without its members, adds and removes members, renames and deletes it', async () => {
  const [a, b] = [
    await send(201, 'POST', '/Users', { schemas: [`${core}:User`], userName: 'a@contoso.example' }),
    await send(201, 'POST', '/Users', { schemas: [`${core}:User`], userName: 'b@contoso.example' }),
  ]
  expect(await found('/Groups', 'displayName eq "displayName"', 'excludedAttributes=members&')).toEqual({
    totalResults: 0,
    ids: [],
  })
  const group = await send(201, 'POST', '/Groups', {
    schemas: [`${core}:Group`, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    meta: { resourceType: 'Group' },
  })
  expect(await found('/Groups', 'displayName eq "displayName"', 'excludedAttributes=members&')).toEqual({
    totalResults: 1,
    ids: [group.id],
  })
  const change = (...Operations: object[]) =>
    send(200, 'PATCH', `/Groups/${group.id}`, { schemas: [patchOp], Operations })
  const isIn = (id: string) => found('/Groups', `id eq "${group.id}" and members eq "${id}"`)
  await change({
    op: 'Add',
    path: 'members',
    value: [
      { $ref: null, value: a.id },
      { $ref: null, value: b.id },
    ],
  })
  expect([(await isIn(a.id)).totalResults, (await isIn(b.id)).totalResults]).toEqual([1, 1])
  await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: a.id }] })
  expect([(await isIn(a.id)).totalResults, (await isIn(b.id)).totalResults]).toEqual([0, 1])
  await change({ op: 'Remove', path: `members[value eq "${b.id}"]` })
  expect((await isIn(b.id)).totalResults).toBe(0)
  expect(
    await change({
      op: 'Replace',
      path: 'displayName',
      value: '1879db59-3bdf-4490-ad68-ab880a269474updatedDisplayName',
    }),
  ).toMatchObject({
    displayName: '1879db59-3bdf-4490-ad68-ab880a269474updatedDisplayName',
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
  })
  await send(204, 'DELETE', `/Groups/${group.id}`)
})

test('Okta looks for a user, makes them, writes the whole profile, deactivates and activates them, and pushes a group', async () => {
  const sent = {
    schemas: [`${core}:User`],
    userName: 'test.user@okta.example',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.example', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  expect(await found('/Users', 'userName eq "test.user@okta.example"', 'startIndex=1&count=100&')).toEqual({
    totalResults: 0,
    ids: [],
  })
  const user = await send(201, 'POST', '/Users', sent)
  expect(JSON.stringify(user)).not.toContain(sent.password)
  expect((await send(200, 'GET', '/Users?startIndex=1&count=2')).Resources).toHaveLength(2)
  const { meta: _, ...read } = await send(200, 'GET', `/Users/${user.id}`)
  const put = await send(200, 'PUT', `/Users/${user.id}`, {
    ...read,
    name: { givenName: 'Another', familyName: 'User' },
    middleName: '',
  })
  expect(put).toMatchObject({ name: { givenName: 'Another' }, externalId: sent.externalId })
  const active = (value: boolean) => ({ schemas: [patchOp], Operations: [{ op: 'replace', value: { active: value } }] })
  expect(await send(200, 'PATCH', `/Users/${user.id}`, active(false))).toMatchObject({ active: false })
  expect(await send(200, 'PUT', `/Users/${user.id}`, { ...read, active: true })).toMatchObject({ active: true })

  const group = await send(201, 'POST', '/Groups', {
    schemas: [`${core}:Group`],
    displayName: 'Test SCIMv2',
    members: [],
  })
  const change = (...Operations: object[]) =>
    send(200, 'PATCH', `/Groups/${group.id}`, { schemas: [patchOp], Operations })
  await change({ op: 'replace', value: { id: group.id, displayName: 'Test SCIMv20' } })
  const members = [{ value: user.id, display: 'test.user@okta.example' }]
  await change({ op: 'add', path: 'members', value: members })
  await change({ op: 'remove', path: `members[value eq "${user.id}"]` }, { op: 'add', path: 'members', value: members })
  expect(await change({ op: 'replace', path: 'members', value: members })).toMatchObject({
    displayName: 'Test SCIMv20',
    members: [{ value: user.id }],
  })
  await send(204, 'DELETE', `/Groups/${group.id}`)
})
