// A portico in which requests are read from workbooks: two tenants, roles to ask for, and who acts at one of the two.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, grant } from '#server/spec/testing/tenants.ts'

type World = {
  portico: TestPortico
  docs: TestApplication
  writer: string
  /** A role that nobody may ask for. */
  hidden: string
  city: string
  elsewhere: string
  consultant: Bearer & { id: string }
  keeper: Bearer
}

const addRoles = async (world: World) => {
  const { portico } = world
  world.docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  ;[world.writer, world.hidden] = [randomUUID(), randomUUID()]
  await portico.write(async (tx) => {
    await tx.query(`insert into role (id, application_id, name) values ($1, $3, 'Writer: all'), ($2, $3, 'Chief')`, [
      world.writer,
      world.hidden,
      world.docs.id,
    ])
    await tx.query(`update application set display_name = 'Documents' where id = $1`, [world.docs.id])
    await tx.query(`update role set operation_request_visibility = true where id = any($1::uuid[])`, [
      [world.docs.roleId, world.writer],
    ])
  })
}

/** Opened before the specs of a file, closed after them. */
export const openWorkbookRequests = () => {
  const world = {} as World
  const acting = async (role: 'IdentityConsultant' | 'TenantAdministrator' | 'SystemManager', at: string) => {
    const person = await addPerson(world.portico)
    await grant(world.portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
    return { id: person.id, ...(await signIn(world.portico, person)).bearer }
  }
  beforeAll(async () => {
    world.portico = await startTestPortico()
    await addRoles(world)
    world.city = await addTenant(world.portico, { title: 'City' })
    world.elsewhere = await addTenant(world.portico, { title: 'Elsewhere' })
    world.consultant = await acting('IdentityConsultant', world.city)
    world.keeper = await acting('TenantAdministrator', world.city)
  })
  afterAll(() => world.portico.close())

  const { call } = apiCaller(
    () => world.portico,
    '',
    () => world.consultant,
  )
  return { world, acting, call }
}
