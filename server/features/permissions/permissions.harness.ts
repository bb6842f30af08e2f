// Three tenants and an application, and who reads and takes what people and groups were given at them over HTTP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

type World = {
  portico: TestPortico
  administrator: Bearer
  userAdministrator: Bearer
  manager: Bearer
  shop: TestApplication
  acme: string
  /** Below Acme. */
  branch: string
  zeta: string
}

const fill = async (world: World) => {
  const { portico } = world
  const as = async (...roles: string[]) => (await signIn(portico, await addPerson(portico, { roles }))).bearer
  world.administrator = await as('Administrator')
  world.userAdministrator = await as('UserAdministrator')
  world.manager = await as('Manager')
  world.shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
  world.acme = await addTenant(portico, { title: 'Acme' })
  world.branch = await addTenant(portico, { title: 'Branch', parentId: world.acme })
  world.zeta = await addTenant(portico, { title: 'Zeta' })
}

/** Opened before the specs of a file, closed after them; the person is new in every test, and stands at all three. */
export const openPermissions = () => {
  const world = {} as World
  const fresh = {} as { person: Person }
  beforeAll(async () => {
    world.portico = await startTestPortico()
    await fill(world)
  })
  afterAll(() => world.portico.close())
  const { call } = apiCaller(
    () => world.portico,
    '/admin',
    () => world.administrator,
  )

  const groupOf = async (...members: Person[]) => {
    const id = randomUUID()
    await world.portico.write(async (tx) => {
      await tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [
        id,
        `group ${id.slice(0, 8)}`,
      ])
      for (const member of members)
        await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
          id,
          member.id,
        ])
    })
    return id
  }
  const give = (identityId: string, tenantId: string, change: object = {}) =>
    assignRole(world.portico, { identityId, roleId: world.shop.roleId, tenantId, ...change })
  beforeEach(async () => {
    fresh.person = await addPerson(world.portico)
    await give(fresh.person.id, world.acme)
    await give(fresh.person.id, world.branch, { inheritable: false })
    await give(fresh.person.id, world.zeta)
  })
  return { world, fresh, call, groupOf, give }
}
