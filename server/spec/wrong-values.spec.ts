// What is there and wrong is not told as missing: it says what it has to be.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())
const { call } = apiCaller(
  () => portico,
  '/admin',
  () => administrator,
)

const id = '00000000-0000-4000-8000-000000000009'
const application = { name: 'shop', displayName: 'Shop', sharedSecret: 'A-Good-Secret-1234567890' }

test.each([
  ['POST', `/groups/${id}/users`, { userId: id, permission: 'Writer' }, 'permission: must be one of: Reader, Owner'],
  ['DELETE', `/groups/${id}/users`, { ids: id }, 'ids: must be a list'],
  ['POST', `/tenants/twoModeAuth/${id}`, { enable: 'yes' }, 'enable: must be true or false'],
  ['POST', `/tenants/${id}/members`, { identityType: 'User', identityId: id, roles: id }, 'roles: must be a list'],
  ['PUT', `/tenants/${id}/members/${id}`, { isInheritable: 1, roles: [] }, 'isInheritable: must be true or false'],
  ['POST', `/tenants/${id}/members/revokeAccess`, { applicationIds: 3, userId: id }, 'applicationIds: must be a list'],
  ['POST', '/applications', { ...application, redirectUris: 'https://shop.example/' }, 'redirectUris: must be a list'],
  ['PUT', '/applications/1/owners', { owners: id }, 'owners: must be a list'],
])('R8.1-03 %s %s says what a wrong value has to be', async (method, path, body, said) => {
  const answer = await call(method, path, { body })
  expect([answer.status, answer.body.messages]).toEqual([400, [said]])
})

test.each([
  ['POST', `/groups/${id}/users`, { userId: id }, 'permission: permission is required'],
  ['POST', `/tenants/twoModeAuth/${id}`, {}, 'enable: enable is required'],
  ['POST', `/tenants/${id}/members/revokeAccess`, { userId: id }, 'applicationIds: applicationIds is required'],
])('R8.1-03 %s %s says of what is not there that it is required', async (method, path, body, said) => {
  const answer = await call(method, path, { body })
  expect([answer.status, answer.body.messages]).toEqual([400, [said]])
})
