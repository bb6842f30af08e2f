import { expect, test } from 'vitest'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { declaredTypes } from '#server/spec/testing/audit-event-types.ts'

/** Recorded beside a write, or while the server is stopped; a test is sent to the webhook that it is for. */
const notTold = [
  'data.read',
  'access.refused',
  'access-policy.denied',
  'jobs.managed',
  'installation.moved',
  'webhook.tested',
]

test('a webhook can be made for every type of event that a write records', async () => {
  const declared = (await declaredTypes()).map(({ type }) => type)
  expect(webhookEventTypes.toSorted()).toEqual(declared.filter((type) => !notTold.includes(type)).toSorted())
})
