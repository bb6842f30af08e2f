// That a session is over is told by jobs, which are stored with its end: they outlive the process, and an application
// that is away for a while.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty } from '#server/spec/testing/relying-party.ts'

const received: string[] = []
const listener = createServer(async (request, response) => {
  received.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
  response.end()
})

let portico: TestPortico
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico({}, { jobTiming: { retryLimit: 2, retryDelay: 1, pollingSeconds: 0.5 } })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  const { port } = listener.address() as AddressInfo
  shop = await addRelyingParty(portico, { name: 'shop', backchannelLogoutUri: `http://127.0.0.1:${port}/signed-out` })
})
afterAll(async () => {
  await portico.close()
  listener.close()
})

const jobs = () =>
  portico.database.query<{ state: string; data: object }>(
    `select state::text, data from pgboss.job where name = 'back-channel-logout' order by created_on`,
  )

test('a session that no application wants to hear of leaves no job', async () => {
  const quiet = await addRelyingParty(portico, { name: 'quiet' })
  const { browser } = await quiet.signIn(await addPerson(portico))
  await browser.get('/api/v1/account/logout')
  expect(await jobs()).toEqual([])
})

test('what is left to the job names person, application and session, and no secret', async () => {
  const person = await addPerson(portico)
  const { browser, tokens } = await shop.signIn(person)
  await browser.get('/api/v1/account/logout')
  await until(() => received[0])
  const [job] = await jobs()
  expect(job?.data).toEqual({
    eventId: expect.stringMatching(/^\d+$/),
    subject: person.id,
    details: { clientId: 'shop', sid: tokens.claims()?.['sid'] },
  })
})

test('one that is given up stands in the audit log', async () => {
  portico.portico.services.backchannel.logout = () => Promise.reject(new Error('away'))
  const person = await addPerson(portico)
  const { browser } = await shop.signIn(person)
  await browser.get('/api/v1/account/logout')
  const failed = await until(async () =>
    (
      await portico.database.query<{ actor: string; after: object }>(
        `select actor_name as actor, after from audit_event where type = 'job.failed' and subject = $1`,
        [person.id],
      )
    ).at(0),
  )
  expect(failed).toMatchObject({ actor: 'back-channel-logout', after: { job: 'back-channel-logout' } })
})

test('a process that ends between the sign-out and the telling leaves it to the next one', async () => {
  const before = received.length
  // As if it ended at this very moment: nothing leaves it any more.
  portico.portico.services.backchannel.logout = () => Promise.reject(new Error('this process is ending'))
  const person = await addPerson(portico)
  const { browser } = await shop.signIn(person)
  await browser.get('/api/v1/account/logout')
  await portico.portico.close()
  expect(received).toHaveLength(before)
  await portico.startAnother()
  const payload = decodeJwt(await until(() => received[before]))
  expect(payload['sub']).toBe(person.id)
  expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
})
