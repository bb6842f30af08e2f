// A portico whose groups are made, filled and listed over HTTP, by an Administrator.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Group } from '#contract/group-entry.ts'
import type { GroupMember } from '#contract/group-members.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type World = {
  portico: TestPortico
  administrator: Bearer
  userAdministrator: Bearer
  god: Bearer
  areaId: string
  customersId: string
}

/** Opened before the specs of a file, closed after them. */
export const openGroups = () => {
  const world = {} as World
  beforeAll(async () => {
    const portico = await startTestPortico()
    world.portico = portico
    const bearerOf = async (person: Person) => (await signIn(portico, person)).bearer
    world.administrator = await bearerOf(await addPerson(portico, { userName: 'ada', roles: ['Administrator'] }))
    world.userAdministrator = await bearerOf(await addPerson(portico, { roles: ['UserAdministrator'] }))
    world.god = await bearerOf(await addPerson(portico, { roles: ['God', 'Administrator'] }))
    const areas = await portico.database.query<{ id: string }>(`select id from area order by is_default desc`)
    world.areaId = areas[0]?.id ?? ''
    world.customersId = areas[1]?.id ?? ''
  })
  afterAll(() => world.portico.close())
  const { call } = apiCaller(
    () => world.portico,
    '',
    () => world.administrator,
  )
  const create = async (fields: object = {}) =>
    (
      await call<Group>('POST', '/admin/groups', {
        body: { name: `group ${randomUUID()}`, areaId: world.areaId, ...fields },
      })
    ).body
  return { world, call, create }
}

/** The same, with an empty group and somebody to join it, new in every test. */
export const openMembership = () => {
  const { world, call, create } = openGroups()
  const fresh = {} as { group: Group; ana: Person }
  beforeEach(async () => {
    fresh.group = await create()
    fresh.ana = await addPerson(world.portico, { firstName: 'Ana', lastName: 'Ñandú', areaName: 'Customers' })
  })
  const add = (
    person: Person,
    permission = 'Reader',
    { as = world.administrator, to = fresh.group.id }: { as?: Bearer; to?: string } = {},
  ) => call<GroupMember>('POST', `/admin/groups/${to}/users`, { as, body: { userId: person.id, permission } })
  const ownerOf = async (id: string) => {
    const person = await addPerson(world.portico)
    await add(person, 'Owner', { to: id })
    return { ...person, ...(await signIn(world.portico, person)) }
  }
  return { world, fresh, call, create, add, ownerOf }
}
