// What the hub answers to odd numbers, other spellings and missing configuration.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let application: TestApplication
let bearer: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_CLIENT_PORTAL: 'client-portal' })
  application = await addApplication(portico, { name: 'shop' })
  bearer = (await signIn(portico, await addPerson(portico))).bearer
})
afterAll(() => portico.close())

const ask = (method: string, path: string, body?: unknown) =>
  createBrowser(portico.origin).request(method, path, { headers: bearer, ...(body === undefined ? {} : { body }) })
const hub = '/api/v1/admin/applications'

test('R7.4-06 R7.4-07 R7.4-01 a number that no application can have is the caller’s error, and is named', async () => {
  for (const [method, path, body, field] of [
    ['POST', `${hub}/favorites`, { IsFavorite: true, AppId: 99_999_999_999 }, 'AppId'],
    ['POST', `${hub}/reorder`, { Order: [1, 99_999_999_999] }, 'Order.1'],
    ['GET', `${hub}/icon/99999999999`, undefined, 'id'],
    ['GET', '/identity/api/v1/applications/icon/one', undefined, 'id'],
  ] as const) {
    const answer = await ask(method, path, body)
    expect([path, answer.status, answer.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([
      path,
      400,
      field,
    ])
  }
})

test('R7.4-06 R7.4-07 members that the contract writes with a capital letter are read in any case (A-137)', async () => {
  expect((await ask('POST', `${hub}/favorites`, { isFavorite: true, APPID: application.id })).json()).toEqual({
    success: true,
    errors: [],
  })
  expect((await ask('POST', `${hub}/reorder`, { order: [application.id] })).json()).toEqual({
    success: true,
    errors: [],
  })
  const items = (await ask('GET', `${hub}/homeInfo`)).json<{
    applications: { items: { id: number; isUserFavorite: boolean }[] }
  }>().applications.items
  expect(items[0]).toMatchObject({ id: application.id, isUserFavorite: true })
})

test('R7.4-05 clientPortalAppId is null while the client portal does not exist or is disabled (A-118)', async () => {
  const shownName = async () =>
    (await ask('GET', `${hub}/homeInfo`)).json<{ clientPortalAppId: number | null }>().clientPortalAppId
  expect(await shownName()).toBeNull()
  const { id } = await addApplication(portico, { name: 'client-portal', enabled: false })
  expect(await shownName()).toBeNull()
  await portico.database.query(`update application set enabled = true where id = $1`, [id])
  expect(await shownName()).toBe(id)
})
