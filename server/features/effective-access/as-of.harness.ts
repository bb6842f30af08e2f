// A portico with a past: access is given and taken over HTTP, and asked for as of a moment.
import { afterAll, beforeAll } from 'vitest'
import type { PermissionCheck } from '#contract/effective-access.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { momentIn, startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type World = {
  portico: TestPortico
  administrator: Bearer
  shop: TestApplication
  desk: TestApplication
  areaId: string
}

/** Opened before the specs of a file, closed after them. */
export const openPast = () => {
  const world = {} as World
  beforeAll(async () => {
    const portico = await startTestPortico()
    world.portico = portico
    world.administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
    world.shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
    world.desk = await addApplication(portico, { name: 'desk', role: 'Agent' })
    world.areaId = (await portico.database.query<{ id: string }>(`select id from area where is_default`))[0]?.id ?? ''
  })
  afterAll(() => world.portico.close())
  const { call } = apiCaller(
    () => world.portico,
    '/admin',
    () => world.administrator,
  )

  const done = async <T = { id: string }>(method: string, path: string, body?: unknown) => {
    const answer = await call<T>(method, path, { body })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const tenantNamed = async (title: string, parentId?: string) =>
    (await done('POST', '/tenants', { title, areaId: world.areaId, parentId })).id
  const give = (
    tenantId: string,
    identityId: string,
    roles: string[],
    { isInheritable = true, identityType = 'User' } = {},
  ) => done('POST', `/tenants/${tenantId}/members`, { identityType, identityId, roles, isInheritable })
  const moment = () => momentIn(world.portico)
  const check = ({ id }: Person, query: Record<string, string>) =>
    done<PermissionCheck>('GET', `/users/check/permissions/${id}?${new URLSearchParams(query)}`)
  return { world, call, done, tenantNamed, give, moment, check }
}
