// A portico whose tenants are made, changed and listed over HTTP, by an Administrator.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { Tenant } from '#contract/tenant-entry.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type World = { portico: TestPortico; administrator: Bearer; areaId: string; customersId: string }

/** Opened before the specs of a file, closed after them. */
export const openTenants = () => {
  const world = {} as World
  beforeAll(async () => {
    const portico = await startTestPortico()
    world.portico = portico
    const ada = await addPerson(portico, { userName: 'ada', roles: ['Administrator'] })
    world.administrator = (await signIn(portico, ada)).bearer
    const areas = await portico.database.query<{ id: string }>(`select id from area order by is_default desc`)
    world.areaId = areas[0]?.id ?? ''
    world.customersId = areas[1]?.id ?? ''
  })
  afterAll(() => world.portico.close())
  const { call } = apiCaller(
    () => world.portico,
    '/admin/tenants',
    () => world.administrator,
  )

  const create = async (fields: object = {}) =>
    (await call<Tenant>('POST', '', { body: { title: `tenant ${randomUUID()}`, areaId: world.areaId, ...fields } }))
      .body
  const get = async (id: string, query = '') => (await call<Tenant>('GET', `/${id}${query}`)).body
  const madeAutomatically = async (fields: object = {}) => {
    const made = await create(fields)
    await world.portico.write((tx) => tx.query(`update tenant set auto = true where id = $1`, [made.id]))
    return made
  }
  return { world, call, create, get, madeAutomatically }
}
