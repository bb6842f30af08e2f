// A session that somebody left open, or that was stolen, takes over no account and no application: what would needs a
// proof of the last five minutes (docs/decisions/0044). What changes nothing of it, and what protects, wants none.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later } from '#server/spec/testing/account-api.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof signIn>> & { readonly id: string }
beforeAll(async () => {
  portico = await startTestPortico()
  const person = await addPerson(portico, { roles: ['God', 'Administrator'] })
  chief = { ...(await signIn(portico, person)), id: person.id }
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '',
  () => chief.bearer,
)
const ask = async (method: string, path: string, body?: object) => {
  const answer = await call<{ id: string }>(method, path, body ? { body } : {})
  return answer.status === 200 ? 200 : answer.body.code
}
const prove = () => chief.browser.post('/api/v1/profile/stepUp', { password }, chief.bearer)
const stale = 'step-up-needed'
const newPassword = { password: 'Set-By-Thief-99', confirmPassword: 'Set-By-Thief-99' }

// Each later than the proof of the one before.
test('T28 nobody’s password is set, and no other e-mail address given, without the proof: of others, of a draft, and one’s own', async () => {
  const [person, draft] = [await addPerson(portico), await addPerson(portico)]
  await portico.write((tx) => tx.query(`update portal_user set draft = true where id = $1`, [draft.id]))
  const read = (await call<{ email: string }>('GET', `/admin/users/${person.id}`)).body
  const stored = async (id: string) => (await call<{ email: string }>('GET', `/admin/users/${id}`)).body.email
  await later(portico, 6, async () => {
    expect(await ask('POST', `/admin/users/change-password/${person.id}`, newPassword)).toBe(stale)
    for (const { id } of [person, draft, chief])
      expect([id, await ask('PATCH', `/admin/users/${id}`, { email: `${id}@thief.example` })]).toEqual([id, stale])
    expect(await ask('PUT', `/admin/users/${person.id}`, { ...read, email: 'mine@thief.example' })).toBe(stale)
    expect([await stored(person.id), (await signIn(portico, person)).bearer]).toEqual([read.email, expect.anything()])
    // The form as it was read, and the same address in other letters.
    expect(await ask('PUT', `/admin/users/${person.id}`, { ...read, email: read.email.toUpperCase() })).toBe(200)
    expect(await ask('PATCH', `/admin/users/${person.id}`, { firstName: 'Anna' })).toBe(200)
    await prove()
    const moved = `${randomUUID()}@people.example`
    expect(await ask('PATCH', `/admin/users/${person.id}`, { email: moved })).toBe(200)
    expect(await ask('POST', `/admin/users/change-password/${person.id}`, newPassword)).toBe(200)
    expect(await stored(person.id)).toBe(moved)
  })
})

test('T28 an application gets other owners, or an address to return to, with the proof; it loses an address without', async () => {
  const { id } = await addApplication(portico, { name: `app-${randomUUID().slice(0, 8)}` })
  const path = `/admin/applications/${id}`
  const addresses = ['https://one.example/cb', 'https://two.example/cb']
  const stored = { redirectUris: addresses, privateUrl: 'https://one.example/', owners: [chief.id] }
  expect(await ask('PATCH', path, stored)).toBe(200)
  type Read = { redirectUris: string[]; owners: { id: string }[] }
  const read = async () => (await call<Read>('GET', path)).body
  const [before, other] = [await read(), await addPerson(portico)]
  await later(portico, 12, async () => {
    expect(await ask('PUT', `${path}/owners`, { owners: [other.id] })).toBe(stale)
    for (const change of [{ owners: [other.id] }, { redirectUris: [...addresses, 'https://thief.example/cb'] }]) {
      expect([change, await ask('PATCH', path, change)]).toEqual([change, stale])
      expect([change, await ask('PUT', path, { ...before, ...change })]).toEqual([change, stale])
    }
    expect(await read()).toEqual(before)
    expect(await ask('PUT', path, before)).toBe(200)
    expect(await ask('PATCH', path, { redirectUris: addresses.slice(0, 1) })).toBe(200)
    await prove()
    expect(await ask('PATCH', path, { redirectUris: addresses })).toBe(200)
    expect(await ask('PUT', `${path}/owners`, { owners: [other.id] })).toBe(200)
    expect((await read()).owners.map((owner) => owner.id)).toEqual([other.id])
  })
})

test('T28 the second factor of a tenant is turned off with the proof, and on without', async () => {
  const tenantId = await addTenant(portico)
  const turn = (enable: boolean) => ask('POST', `/admin/tenants/twoModeAuth/${tenantId}`, { enable })
  await later(portico, 18, async () => {
    expect([await turn(false), await turn(true), await turn(true), await turn(false)]).toEqual([200, 200, 200, stale])
    await prove()
    expect(await turn(false)).toBe(200)
  })
})
