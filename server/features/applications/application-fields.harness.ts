// A portico with one stored application, whose fields are refused on POST, PUT and PATCH alike (R5.4).
import { afterAll, beforeAll } from 'vitest'
import type { Application } from '#contract/applications.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type World = { portico: TestPortico; bearer: Bearer; stored: Application }

const saved = (more: object = {}) => ({
  displayName: 'Kept',
  privateUrl: 'https://kept.example/',
  redirectUris: ['https://kept.example/callback'],
  ...more,
})

const everywhere = (...errors: string[]) => ['POST', 'PUT', 'PATCH'].map((verb) => [verb, 400, ...errors])

/** Opened before the specs of a file, closed after them. */
export const openApplicationFields = () => {
  const world = {} as World
  let made = 0
  const payload = (more: object = {}) => {
    const name = `fields-${++made}`
    return {
      name,
      displayName: name,
      redirectUris: [`https://${name}.example/callback`],
      sharedSecret: 'a-secret-of-its-own',
      ...more,
    }
  }
  beforeAll(async () => {
    const portico = await startTestPortico()
    world.portico = portico
    world.bearer = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
    world.stored = (await call<Application>('POST', '', { body: payload() })).body
  })
  afterAll(() => world.portico.close())

  const { call } = apiCaller(
    () => world.portico,
    '/admin/applications',
    () => world.bearer,
  )

  /** The refusals of one field by each verb: what is wrong is wrong everywhere. */
  const refusals = async (wrong: object, { verbs = ['POST', 'PUT', 'PATCH'] }: { verbs?: string[] } = {}) => {
    const bodies: Record<string, unknown> = { POST: payload(wrong), PUT: saved(wrong), PATCH: wrong }
    const answers = []
    for (const verb of verbs) {
      const { status, body } = await call(verb, verb === 'POST' ? '' : `/${world.stored.id}`, { body: bodies[verb] })
      answers.push([verb, status, ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)])
    }
    return answers
  }
  return { world, call, payload, saved, refusals, everywhere }
}
