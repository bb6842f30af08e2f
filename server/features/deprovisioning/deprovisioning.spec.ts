// A leaver: locked or deleted, the account ends in every application within a minute, and each of them says so.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deprovisioning, EndReceipt } from '#contract/deprovisioning.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty } from '#server/spec/testing/relying-party.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { listenForWebhooks } from '#server/spec/testing/webhook-receiver.ts'
import { purgeDeprovisionings } from './deprovisioning.public.ts'

const closing: (() => void)[] = []
const listen = async (answer: RequestListener) => {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => (server.closeAllConnections(), server.close()))
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/signed-out` }
}

let portico: TestPortico
let chief: { authorization: string }
let tenantId: string
let shop: RelyingParty
let desk: RelyingParty
let down: RelyingParty
const heard: Record<'shop' | 'desk' | 'down', Awaited<ReturnType<typeof listen>>> = {} as never
const away = { now: true, at: 0 }
let payroll: Awaited<ReturnType<typeof listenForWebhooks>>
const hooks = { secret: '', id: '' }

const call = async <T>(
  method: string,
  path: string,
  { body, as = chief }: { body?: unknown; as?: typeof chief } = {},
) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}

/** Four applications: two hear, one is away, one is told by a webhook. */
beforeAll(async () => {
  payroll = await listenForWebhooks()
  portico = await startTestPortico(
    { PORTICO_WEBHOOK_PRIVATE: 'true', PORTICO_WEBHOOK_HTTP: 'true' },
    { jobTiming: { retryLimit: 1, retryDelay: 1, pollingSeconds: 0.5 } },
  )
  chief = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  tenantId = await addTenant(portico, { title: 'Global Freight' })
  heard.shop = await listen((_, response) => void response.end())
  heard.desk = await listen((_, response) => void response.writeHead(204).end())
  heard.down = await listen(
    (_, response) => void response.writeHead(away.now || heard.down.received.length === away.at ? 503 : 200).end(),
  )
  shop = await addRelyingParty(portico, { name: 'shop', backchannelLogoutUri: heard.shop.url })
  desk = await addRelyingParty(portico, { name: 'desk', backchannelLogoutUri: heard.desk.url })
  down = await addRelyingParty(portico, { name: 'down', backchannelLogoutUri: heard.down.url })
  const paid = await addApplication(portico, { name: 'payroll' })
  await addApplication(portico, { name: 'elsewhere', backchannelLogoutUri: heard.shop.url })
  await addApplication(portico, { name: 'mute' })
  roles.push(shop.roleId, desk.roleId, down.roleId, paid.roleId)
  const made = await call<{ id: string; secret: string }>('POST', 'admin/webhooks', {
    body: { name: 'Payroll', url: payroll.url, eventTypes: ['user.ended'], applicationId: paid.id },
  })
  Object.assign(hooks, made.body)
})
afterAll(async () => {
  await portico.close()
  payroll.close()
  for (const close of closing) close()
})

const roles: string[] = []
const addLeaver = async () => {
  const person = await addPerson(portico)
  for (const roleId of roles) await assignRole(portico, { identityId: person.id, roleId, tenantId })
  return person
}
const endOf = async (id: string) =>
  (await call<{ latest: Deprovisioning }>('GET', `admin/users/${id}/deprovisioning`)).body.latest
const byName = ({ receipts }: Deprovisioning): Record<string, EndReceipt> =>
  Object.fromEntries(receipts.map((receipt) => [receipt.name.toLowerCase(), receipt]))
const settled = (id: string) =>
  until(async () => {
    const end = await endOf(id)
    return end.receipts.every(({ state }) => state !== 'waiting') && end
  })
const eventsOf = (subject: string) =>
  portico.database.query<{ type: string; after: Record<string, unknown> }>(
    `select type, after from audit_event where subject = $1 order by id`,
    [subject],
  )

test('a lock ends the account in all four within a minute, with a receipt of each and of the one that is away', async () => {
  const began = performance.now()
  const leaver = await addLeaver()
  const { tokens, browser } = await shop.signIn(leaver)
  await call('GET', `account/lock/${leaver.id}`)
  expect((await browser.get('/api/v1/profile', { authorization: `Bearer ${tokens.access_token}` })).status).toBe(401)
  const receipts = byName(await settled(leaver.id))
  expect(performance.now() - began).toBeLessThan(60_000)
  expect(receipts).toMatchObject({
    shop: { channel: 'logout', state: 'answered', status: 200, attempts: 1, failure: null },
    desk: { channel: 'logout', state: 'answered', status: 204, attempts: 1 },
    down: { channel: 'logout', state: 'failed', status: 503, attempts: 2, answeredOn: null },
    payroll: { channel: 'webhook', state: 'answered', status: 200, attempts: 1 },
  })
  expect(Object.keys(receipts)).toHaveLength(4)
  expect(decodeJwt(heard.shop.received[0] ?? '')).toMatchObject({ sub: leaver.id, sid: tokens.claims()?.['sid'] })
  // No session is known there: the person is meant.
  const atDesk = decodeJwt(heard.desk.received[0] ?? '')
  expect([atDesk.sub, 'sid' in atDesk]).toEqual([leaver.id, false])
  expect(payroll.received[0]?.verify(hooks.secret)).toMatchObject({
    type: 'user.ended',
    data: { subject: leaver.id, after: { cause: 'locked', userName: leaver.userName, sessions: 1 } },
  })
  const events = await until(async () => {
    const found = await eventsOf(leaver.id)
    return found.filter(({ type }) => type === 'user.end-received').length === 3 && found
  })
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.locked', 'user.ended']))
  expect(events.find(({ after }) => after?.['name'] === 'desk')?.after ?? {}).toEqual({
    name: 'desk',
    channel: 'logout',
    status: 204,
    attempts: 1,
  })
})

test('of several sessions, those that the application was not told of come first at the next try', async () => {
  const leaver = await addLeaver()
  const sids = []
  for (let count = 0; count < 3; count += 1) sids.push((await down.signIn(leaver)).tokens.claims()?.['sid'])
  const before = heard.down.received.length
  Object.assign(away, { now: false, at: before + 2 })
  await call('GET', `account/lock/${leaver.id}`)
  expect(byName(await settled(leaver.id))['down']).toMatchObject({ state: 'answered', attempts: 2 })
  const sent = heard.down.received.slice(before).map((token) => decodeJwt(token)['sid'])
  expect(sent.slice(0, 3).sort()).toEqual(sids.sort())
  expect(sent.slice(3)).toEqual([sent[1]])
  Object.assign(away, { now: true, at: 0 })
})

test('those that did not answer are told again by hand, and nobody else', async () => {
  const leaver = await addLeaver()
  await call('GET', `account/lock/${leaver.id}`)
  await settled(leaver.id)
  const before = heard.shop.received.length
  away.now = false
  expect((await call('POST', `admin/users/${leaver.id}/deprovisioning/again`)).status).toBe(200)
  const down = await until(async () => {
    const receipt = byName(await endOf(leaver.id))['down']
    return receipt?.state === 'answered' && receipt
  })
  expect(down).toMatchObject({ status: 200, attempts: 3 })
  expect(heard.shop.received).toHaveLength(before)
  const events = (await eventsOf(leaver.id)).length
  await call('POST', `admin/users/${leaver.id}/deprovisioning/again`)
  expect(await eventsOf(leaver.id)).toHaveLength(events)
  away.now = true
})

test('what is told again is counted as it is sent: receipts and deliveries, and nobody who cannot be told', async () => {
  const leaver = await addLeaver()
  payroll.answer.status = 503
  await call('GET', `account/lock/${leaver.id}`)
  const failed = byName(await settled(leaver.id))
  expect([failed['down']?.state, failed['payroll']?.state]).toEqual(['failed', 'failed'])
  const again = async () => {
    await call('POST', `admin/users/${leaver.id}/deprovisioning/again`)
    const events = (await eventsOf(leaver.id)).filter(({ type }) => type === 'user.end-told-again')
    return events.map(({ after }) => after['count'])
  }
  const enabled = (value: boolean) =>
    portico.database.query(`update webhook set enabled = $2 where id = $1`, [hooks.id, value])
  await enabled(false)
  expect(await again()).toEqual([1])
  await settled(leaver.id)
  await enabled(true)
  // Both answer in this very moment.
  away.now = false
  payroll.answer.status = 200
  expect(await again()).toEqual([1, 2])
  await until(async () => (await settled(leaver.id)).receipts.every(({ state }) => state === 'answered'))
  expect(await again()).toEqual([1, 2])
  away.now = true
})

test('a deleted account ends likewise, and its receipts outlive it', async () => {
  away.now = false
  const leaver = await addLeaver()
  await call('DELETE', `admin/users/${leaver.id}`)
  const end = await settled(leaver.id)
  expect(end.cause).toBe('deleted')
  expect(Object.values(byName(end)).map(({ state }) => state)).toEqual(['answered', 'answered', 'answered', 'answered'])
  away.now = true
})

describe('who could open what', () => {
  test('an application without an address is listed as such, and one that the person could not open is not told', async () => {
    const person = await addPerson(portico)
    const [mute] = await portico.database.query<{ id: string }>(
      `select r.id from role r join application a on a.id = r.application_id where a.name = 'mute'`,
    )
    await assignRole(portico, { identityId: person.id, roleId: mute?.id ?? '', tenantId })
    const sent = async () => (await call<{ count: number }>('GET', `admin/webhooks/${hooks.id}/deliveries`)).body.count
    const before = await sent()
    await call('GET', `account/lock/${person.id}`)
    expect((await endOf(person.id)).receipts).toMatchObject([{ name: 'mute', channel: 'none', state: 'untold' }])
    expect(await sent()).toBe(before)
  })

  test('somebody who is there has no end, and a UserAdministrator tells none of an Administrator again', async () => {
    const person = await addPerson(portico, { roles: ['Administrator'] })
    expect(await endOf(person.id)).toBeNull()
    const lesser = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
    const refused = await call('POST', `admin/users/${person.id}/deprovisioning/again`, { as: lesser })
    expect(refused.status).toBe(403)
  })
})

test('receipts are kept for a year', async () => {
  const leaver = await addPerson(portico)
  await call('GET', `account/lock/${leaver.id}`)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await purgeDeprovisionings(portico.database, inDays(364))
  expect(await endOf(leaver.id)).not.toBeNull()
  await purgeDeprovisionings(portico.database, inDays(366))
  expect(await endOf(leaver.id)).toBeNull()
})
