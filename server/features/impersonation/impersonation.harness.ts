// A portico in which a God may impersonate others, and an application that is told of it.
import { afterAll, beforeAll, expect } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty } from '#server/spec/testing/relying-party.ts'

export type Bearer = { authorization: string }
export type SignedIn = { browser: Browser; bearer: Bearer }
type World = { portico: TestPortico; shop: RelyingParty }

const at = (path: string) => `/api/v1${path}`
const ask = async ({ browser, bearer }: SignedIn, id: string) => {
  const answer = await browser.get(at(`/admin/dashboard/identifyAs/${id}`), bearer)
  return { ...answer.json<Problem & { success?: boolean; redirectTo?: string }>(), status: answer.status }
}

/** Opened before the specs of a file, closed after them. */
export const openImpersonation = () => {
  const world = {} as World
  beforeAll(async () => {
    world.portico = await startTestPortico({ PORTICO_IDENTIFY_AS: 'true' })
    world.shop = await addRelyingParty(world.portico, { name: 'shop', role: 'Clerk' })
  })
  afterAll(() => world.portico.close())

  const someGod = async () => {
    const person = await addPerson(world.portico, { roles: ['God', 'Administrator'] })
    return { person, ...(await signIn(world.portico, person)) }
  }
  /** The browser goes where it was sent, and asks for tokens anew. */
  const impersonate = async (god: SignedIn, person: Person) => {
    const { redirectTo } = await ask(god, person.id)
    const { status } = await god.browser.get(redirectTo ?? '')
    expect(status).toBe(302)
    return signIn(world.portico, person, { browser: god.browser, password: 'not known' })
  }
  const eventsOf = (subject: string) =>
    world.portico.database.query<{ type: string; who: string; by: string | null; after: Record<string, unknown> }>(
      `select type, actor_name as who, impersonated_by as by, after from audit_event where subject = $1 and type like 'impersonation.%' order by id`,
      [subject],
    )
  const mine = async ({ bearer }: Pick<SignedIn, 'bearer'>) => {
    const answer = await createBrowser(world.portico.origin).get(at('/profile'), bearer)
    return answer.status === 200 ? answer.json<{ userName: string }>().userName : answer.status
  }
  return { world, at, ask, someGod, impersonate, eventsOf, mine }
}
