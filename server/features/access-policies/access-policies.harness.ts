// Two instances of a portico in which policies with rules are saved over the API, and two applications to sign in to.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Policy } from '#contract/policy-documents.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty } from '#server/spec/testing/relying-party.ts'

type World = {
  portico: TestPortico
  administrator: { authorization: string }
  shop: RelyingParty
  other: RelyingParty
}

const rule = (lines: string, mode = 'enforce') =>
  `mode: ${mode}\nrules:\n  - effect: deny\n    reason: Closed\n${lines}`

/** Opened before the specs of a file, closed after them; no policy outlives its test. */
export const openPolicies = () => {
  const world = {} as World
  beforeAll(async () => {
    const portico = await startTestPortico({}, { instances: 2 })
    world.portico = portico
    world.administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
    world.shop = await addRelyingParty(portico, { name: 'shop' })
    world.other = await addRelyingParty(portico, { name: 'other' })
  })
  afterAll(() => world.portico.close())

  const call = async <T>(method: string, path: string, body?: object, as = world.administrator) => {
    const answer = await createBrowser(world.portico.origin).request(method, `/api/v1/admin/policy${path}`, {
      headers: as,
      ...(body && { body }),
    })
    return { status: answer.status, body: answer.json<T & Problem>() }
  }
  const save = async (body: string, id = `p-${randomUUID()}`) => {
    const made = await call<Policy>('POST', '', { id, title: id, description: null, body })
    expect([made.status, made.body.errors]).toEqual([200, undefined])
    return id
  }
  afterEach(async () => {
    const { items } = (await call<{ items: Policy[] }>('GET', '?top=100')).body
    for (const { id } of items) await call('DELETE', `/${id}`)
  })
  return { world, call, save, rule }
}
