// A portico whose users are made, changed and listed over HTTP, by an Administrator.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { User, UserItem } from '#contract/users.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

export type Bearer = { authorization: string }
type World = {
  portico: TestPortico
  administrator: Bearer
  administratorId: string
  /** By their names. */
  areas: Record<string, string>
}

/** Opened before the specs of a file, closed after them. */
export const openUsers = () => {
  const world = {} as World
  beforeAll(async () => {
    const portico = await startTestPortico()
    world.portico = portico
    const chief = await addPerson(portico, {
      userName: 'chief',
      firstName: 'Carla',
      lastName: 'Chief',
      roles: ['Administrator'],
    })
    world.administratorId = chief.id
    world.administrator = (await signIn(portico, chief)).bearer
    await portico.write((tx) => tx.query(`insert into area (id, name) values (gen_random_uuid(), 'Grants France')`))
    const areas = await portico.database.query<{ id: string; name: string }>(`select id, name from area`)
    world.areas = Object.fromEntries(areas.map(({ id, name }) => [name, id]))
  })
  afterAll(() => world.portico.close())

  const call = async <T = User>(
    method: string,
    path: string,
    { body, as = world.administrator }: { body?: unknown; as?: Bearer } = {},
  ) => {
    const answer = await createBrowser(world.portico.origin).request(method, `/api/v1/admin/users${path}`, {
      headers: as,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: answer.json<T & Problem>() }
  }
  const list = async (query: string) => (await call<{ items: UserItem[]; count: number }>('GET', `?${query}`)).body
  const form = (change: object = {}) => {
    const name = `new-${randomUUID().slice(0, 8)}`
    return {
      userName: name,
      email: `${name}@people.example`,
      firstName: 'Noa',
      lastName: 'Neu',
      areaId: world.areas['Grants France'],
      language: 'fr',
      ...change,
    }
  }
  const create = async (change: object = {}) => {
    const { status, body } = await call('POST', '', { body: form(change) })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  const eventsOf = (subject: string) =>
    world.portico.database.query<{
      type: string
      operation: string | null
      before: unknown
      after: Record<string, unknown>
    }>(`select type, operation, before, after from audit_event where subject = $1 order by id`, [subject])
  return { world, call, list, form, create, eventsOf }
}
