// Webhooks, from a write to an address that checks what it receives.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Delivery, OpenedDelivery } from '#contract/webhook-deliveries.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { NotBefore } from '#server/kernel/not-before.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { listenForWebhooks } from '#server/spec/testing/webhook-receiver.ts'
import { deliverWebhook } from './deliver.ts'
import { purgeDeliveries, watchWebhooks } from './failing.ts'

type Bearer = { authorization: string }
type NewWebhook = Webhook & { secret: string }

let portico: TestPortico
let god: Bearer
let administrator: Bearer
let receiver: Awaited<ReturnType<typeof listenForWebhooks>>
beforeAll(async () => {
  receiver = await listenForWebhooks()
  portico = await startTestPortico(
    { PORTICO_WEBHOOK_PRIVATE: 'true', PORTICO_WEBHOOK_HTTP: 'true' },
    { jobTiming: { retryLimit: 1, retryDelay: 1, pollingSeconds: 0.5 } },
  )
  god = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(async () => {
  await portico.close()
  receiver.close()
})
beforeEach(async () => {
  // Tried again where an attempt of the test before is being written down.
  await portico.write((tx) => tx.query(`delete from webhook`))
  Object.assign(receiver.answer, { status: 200, text: 'thanks', headers: {} })
  receiver.received.length = 0
})

const call = async <T>(method: string, path: string, { body, as = god }: { body?: unknown; as?: Bearer } = {}) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: answer.text, body: answer.json<T & Problem>() }
}
const make = async (input: object = {}) =>
  (
    await call<NewWebhook>('POST', 'webhooks', {
      body: { name: `Hook ${randomUUID()}`, url: receiver.url, eventTypes: ['area.created'], ...input },
    })
  ).body
const addArea = (name = `Area ${randomUUID()}`) =>
  call<{ id: string; name: string }>('POST', 'areas', { body: { name } })
const deliveriesOf = async ({ id }: { id: string }) =>
  (await call<{ items: Delivery[]; count: number }>('GET', `webhooks/${id}/deliveries`)).body.items
const settled = (hook: Webhook, state: Delivery['state']) =>
  until(async () => (await deliveriesOf(hook)).find((delivery) => delivery.state === state))
const eventsOf = (subject: string) =>
  portico.database.query<{ type: string; before: unknown; after: object | null }>(
    `select type, before, after from audit_event where subject = $1 order by id`,
    [subject],
  )

describe('a webhook', () => {
  test('is made, listed, changed and deleted by a God, with its audit events; its secret is shown once and stored encrypted', async () => {
    const made = await make({ name: 'SIEM', eventTypes: ['area.created', 'area.created', 'area.removed'] })
    expect(made).toMatchObject({ name: 'SIEM', enabled: true, eventTypes: ['area.created', 'area.removed'] })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret, ...shown } = made
    expect((await call('GET', `webhooks/${made.id}`)).body).toEqual(shown)
    expect((await call<{ items: Webhook[] }>('GET', 'webhooks?search=siem')).body.items).toEqual([shown])
    const changed = await call<Webhook>('PATCH', `webhooks/${made.id}`, { body: { enabled: false } })
    expect(changed.body).toMatchObject({ name: 'SIEM', enabled: false })
    const rows = JSON.stringify(await portico.database.query(`select w.* from webhook w`))
    const events = await eventsOf(made.id)
    expect(rows + JSON.stringify(events)).not.toContain(secret)
    expect((await call('DELETE', `webhooks/${made.id}`)).body).toEqual({})
    expect((await call('GET', `webhooks/${made.id}`)).body).toMatchObject({ code: 'webhook-not-found' })
    const types = (await eventsOf(made.id)).map(({ type }) => type)
    expect(types).toEqual(['webhook.created', 'webhook.changed', 'webhook.removed'])
  })

  test('is refused to an Administrator, with a name that is taken, an unknown type and an address of another kind', async () => {
    expect((await call('GET', 'webhooks', { as: administrator })).status).toBe(403)
    const { name } = await make()
    const refused = async (input: object) => {
      const body = { name: randomUUID(), url: receiver.url, eventTypes: ['area.created'], ...input }
      return (await call('POST', 'webhooks', { body })).status
    }
    expect(await refused({ name })).toBe(409)
    for (const input of [{ eventTypes: ['area.eaten'] }, { eventTypes: [] }, { url: 'ftp://hooks.example/' }])
      expect([input, await refused(input)]).toEqual([input, 400])
    expect(await refused({ url: 'https://name:password@hooks.example/' })).toBe(400)
  })

  test('A-201 that somebody else changed since it was read is not overwritten', async () => {
    const made = await make()
    await call('PATCH', `webhooks/${made.id}`, { body: { enabled: false } })
    const body = { enabled: true, modifiedOn: made.modifiedOn }
    expect((await call('PATCH', `webhooks/${made.id}`, { body })).body).toMatchObject({ code: 'changed-meanwhile' })
  })
})

describe('an event', () => {
  test('reaches each webhook that was made for it, signed, with before and after and no secret', async () => {
    const [made, other] = [await make(), await make({ eventTypes: ['area.removed'] })]
    const { id } = (await addArea('Sales Iberia')).body
    const [message] = await until(() => receiver.of('area.created').length > 0 && receiver.of('area.created'))
    expect(message?.verify(made.secret)).toMatchObject({
      type: 'area.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { eventId: expect.any(Number), subject: id, before: null, after: { id, name: 'Sales Iberia' } },
    })
    expect(() => message?.verify(other.secret)).toThrow('No matching signature found')
    const delivery = await settled(made, 'delivered')
    expect(delivery).toMatchObject({ id: message?.id, attempts: 1, lastStatus: 200, eventType: 'area.created' })
    const opened = (await call<OpenedDelivery>('GET', `webhooks/deliveries/${delivery.id}`)).body
    expect(opened.attemptsMade).toMatchObject([{ number: 1, status: 200, failure: null, answer: 'thanks' }])
    expect(JSON.parse(opened.body ?? '')).toEqual(message?.body)
    expect(await deliveriesOf(other)).toEqual([])
    expect((await call<Webhook>('GET', `webhooks/${made.id}`)).body).toMatchObject({
      failingSince: null,
      lastDeliveredOn: delivery.lastAttemptOn,
    })
  })

  test('of a write that was refused, or of a webhook that is disabled, is sent to nobody', async () => {
    const made = await make({ eventTypes: ['area.created', 'area.removed'] })
    const disabled = await make({ enabled: false })
    const { id, name } = (await addArea()).body
    expect((await addArea(name)).status).toBe(409)
    await call('DELETE', `areas/${id}`)
    await until(() => receiver.received.length === 2)
    expect([(await deliveriesOf(made)).length, await deliveriesOf(disabled)]).toEqual([2, []])
  })

  test('while a secret is replaced, both sign; afterwards the new one alone', async () => {
    const made = await make()
    const asRead = { formerSignsUntil: made.formerSignsUntil }
    const { secret } = (await call<NewWebhook>('POST', `webhooks/${made.id}/secret`, { body: asRead })).body
    const { status, body } = await call('POST', `webhooks/${made.id}/secret`, { body: asRead })
    expect([status, body]).toMatchObject([409, { code: 'webhook-secret-replaced' }])
    expect(secret).not.toBe(made.secret)
    await addArea()
    const first = await until(() => receiver.received[0])
    expect(first.signatures).toHaveLength(2)
    first.verify(made.secret)
    first.verify(secret)
    await portico.database.query(`update webhook set previous_until = now() - interval '1 second'`)
    await addArea()
    const second = await until(() => receiver.received[1])
    second.verify(secret)
    expect(() => second.verify(made.secret)).toThrow('No matching signature found')
    expect(JSON.stringify(await eventsOf(made.id))).not.toContain(secret)
  })
})

describe('one that does not take it', () => {
  test('is told again under the same id, each attempt is kept, and by hand it is sent once more', async () => {
    const made = await make()
    Object.assign(receiver.answer, { status: 503, text: 'not\0now' })
    await addArea()
    const failed = await settled(made, 'failed')
    expect(failed).toMatchObject({ attempts: 2, lastStatus: 503 })
    const opened = (await call<OpenedDelivery>('GET', `webhooks/deliveries/${failed.id}`)).body
    expect(opened.attemptsMade).toMatchObject([
      { number: 2, status: 503, answer: 'notnow' },
      { number: 1, status: 503 },
    ])
    expect((await call<Webhook>('GET', `webhooks/${made.id}`)).body.failingSince).toBe(opened.attemptsMade[1]?.at)
    receiver.answer.status = 204
    await call('POST', `webhooks/deliveries/${failed.id}/again`)
    expect(await settled(made, 'delivered')).toMatchObject({ id: failed.id, attempts: 3, lastStatus: 204 })
    expect(receiver.received.map(({ id }) => id)).toEqual([failed.id, failed.id, failed.id])
    expect((await call<Webhook>('GET', `webhooks/${made.id}`)).body.failingSince).toBeNull()
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({
      type: 'webhook.sent-again',
      after: { deliveryId: failed.id, eventType: 'area.created' },
    })
  })

  test('is sent again all that it did not take, or what came since a moment; no other webhook is, and none that is disabled', async () => {
    const [made, other] = [await make(), await make()]
    Object.assign(receiver.answer, { status: 503 })
    for (let areas = 0; areas < 3; areas += 1) await addArea()
    const allAre = (hook: Webhook, state: Delivery['state']) =>
      until(async () => {
        const all = await deliveriesOf(hook)
        return all.length === 3 && all.every((one) => one.state === state) ? all : undefined
      })
    const [newest, ...older] = await allAre(made, 'failed')
    await allAre(other, 'failed')
    Object.assign(receiver.answer, { status: 204 })
    receiver.received.length = 0
    const again = (body: object) => call<{ sent: number; left: number }>('POST', `webhooks/${made.id}/again`, { body })
    expect((await again({ since: newest?.createdOn })).body).toEqual({ sent: 1, left: 0 })
    await settled(made, 'delivered')
    expect((await again({})).body).toEqual({ sent: 2, left: 0 })
    await allAre(made, 'delivered')
    const received = receiver.received.map(({ id }) => id)
    expect([received[0], received.toSorted()]).toEqual([
      newest?.id,
      [newest, ...older].map((one) => one?.id).toSorted(),
    ])
    expect((await deliveriesOf(other)).map(({ state }) => state)).toEqual(Array(3).fill('failed'))
    expect((await eventsOf(made.id)).slice(-2)).toMatchObject([
      { type: 'webhook.failed-sent-again', after: { deliveries: 1, since: newest?.createdOn } },
      { type: 'webhook.failed-sent-again', after: { deliveries: 2, since: null } },
    ])
    await call('PATCH', `webhooks/${made.id}`, { body: { enabled: false } })
    expect((await again({})).body.code).toBe('webhook-disabled')
    expect((await call('POST', `webhooks/${randomUUID()}/again`, { body: {} })).body.code).toBe('webhook-not-found')
  })

  test('is sent thousands again in several steps, each once, though they fail again meanwhile', async () => {
    const made = await make()
    await portico.database.query(
      `insert into webhook_delivery (id, webhook_id, event_id, event_type, state, created_on)
       select gen_random_uuid(), $1, 999999999, 'area.created', 'failed', now() - n * interval '1 second'
         from generate_series(1, 2001) n`,
      [made.id],
    )
    const { body } = await call<{ sent: number }>('POST', `webhooks/${made.id}/again`, { body: {} })
    expect(body.sent).toBe(2001)
    const steps = (await eventsOf(made.id)).filter(({ type }) => type === 'webhook.failed-sent-again')
    expect(steps.map(({ after }) => (after as { deliveries: number }).deliveries)).toEqual([1000, 1000, 1])
  })

  test('and asks to wait, in seconds or until a date, is not told before', async () => {
    const made = await make()
    const [id, inAnHour] = [randomUUID(), new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)]
    await portico.database.query(
      `insert into webhook_delivery (id, webhook_id, event_id, event_type, created_on)
       select $1, $2, max(id), 'area.created', now() from audit_event`,
      [id, made.id],
    )
    const job = deliverWebhook((work) => portico.database.transaction(work))
    const attempt = async (status: number, headers: Record<string, string>) => {
      Object.assign(receiver.answer, { status, headers })
      const ctx = jobContext(portico, 'deliver-webhook')
      const failed: unknown = await job.run(ctx, { eventId: '', subject: id }).catch((error: unknown) => error)
      return failed instanceof NotBefore ? failed.moment.getTime() - ctx.now.getTime() : failed
    }
    expect(await attempt(429, { 'retry-after': '90' })).toBe(90_000)
    const untilThen = inAnHour.getTime() - Date.now()
    expect(await attempt(503, { 'retry-after': inAnHour.toUTCString() })).toBeGreaterThan(untilThen - 10_000)
    expect(await attempt(500, { 'retry-after': '90' })).toMatchObject({ message: 'status 500' })
    expect((await deliveriesOf(made))[0]).toMatchObject({ attempts: 3, state: 'waiting' })
  })

  test('a redirect is a failure, and is not followed', async () => {
    const made = await make()
    Object.assign(receiver.answer, { status: 302, headers: { location: `${receiver.url}/elsewhere` } })
    await addArea()
    expect(await settled(made, 'failed')).toMatchObject({ lastStatus: 302, attempts: 2 })
    expect(receiver.received).toHaveLength(2)
  })

  test('after three days without a success it is disabled, Gods are told, and what waits is not sent', async () => {
    const made = await make()
    await portico.database.query(
      `insert into webhook_health (webhook_id, failing_since) values ($1, now() - interval '3 days 1 minute')`,
      [made.id],
    )
    await watchWebhooks(jobContext(portico, 'watch-webhooks'))
    expect((await call<Webhook>('GET', `webhooks/${made.id}`)).body).toMatchObject({
      enabled: false,
      disabledBecause: 'failing',
    })
    const notices = await portico.database.query(`select 1 from notification where type = 'WebhookDisabled'`)
    expect(notices).toHaveLength(1)
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({ type: 'webhook.disabled', after: { reason: 'failing' } })
    expect((await call('POST', `webhooks/${made.id}/test`)).body).toMatchObject({ code: 'webhook-disabled' })
    const enabled = await call<Webhook>('PATCH', `webhooks/${made.id}`, { body: { enabled: true } })
    expect(enabled.body).toMatchObject({ enabled: true, disabledBecause: null, failingSince: null })
  })

  test('one that says 410 is disabled at once', async () => {
    const made = await make()
    receiver.answer.status = 410
    await addArea()
    await until(async () => (await call<Webhook>('GET', `webhooks/${made.id}`)).body.disabledBecause === 'gone')
  })
})

test('a test is sent to one webhook, whatever it was made for', async () => {
  const [made, other] = [await make(), await make()]
  await call('POST', `webhooks/${made.id}/test`)
  const message = await until(() => receiver.received[0])
  expect(message.verify(made.secret)).toMatchObject({ type: 'webhook.tested', data: { subject: made.id } })
  await settled(made, 'delivered')
  expect(await deliveriesOf(other)).toEqual([])
})

test('deliveries are kept for 30 days', async () => {
  const made = await make()
  await addArea()
  const { id } = await settled(made, 'delivered')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await purgeDeliveries(portico.database, inDays(29))
  expect((await call('GET', `webhooks/deliveries/${id}`)).status).toBe(200)
  await purgeDeliveries(portico.database, inDays(31))
  expect((await call('GET', `webhooks/deliveries/${id}`)).body).toMatchObject({ code: 'delivery-not-found' })
})
