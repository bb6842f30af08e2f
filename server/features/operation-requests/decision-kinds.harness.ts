// One request for access of every kind there is.
import { randomUUID } from 'node:crypto'
import { systemRoles } from '#contract/system-ids.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

export type RequestCase = {
  readonly id: string
  readonly identityId: string
  readonly tenantId: string
  readonly creator: Person
  /** What the ids and names of this request are called in what is compared. */
  readonly called: Readonly<Record<string, string>>
  /** Told together with another one where several are decided at once. */
  readonly toldApart: boolean
}
export type World = Awaited<ReturnType<typeof addWorld>>

/** Who administers the tree decides; what nobody may ask for is the role Chief. */
export const addWorld = async (portico: TestPortico) => {
  const docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  const [chief, secret, group, guarded] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const top = await addTenant(portico, { title: 'Top' })
  await portico.write(async (tx) => {
    await tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId])
    await tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Chief'), ($3, $2, 'Secret')`, [
      chief,
      docs.id,
      secret,
    ])
    await tx.query(`insert into area (id, name) values ($1, 'Guarded')`, [guarded])
    await tx.query(`insert into user_group (id, name, area_id, rule) values ($1, 'guarded', $2, 'area')`, [
      group,
      guarded,
    ])
  })
  await assignRole(portico, { identityId: group, identityType: 'Group', roleId: systemRoles.Administrator })
  const keeper = await addPerson(portico, { firstName: 'Luca', lastName: 'Keeper' })
  await assignRole(portico, { identityId: keeper.id, roleId: systemRoles.TenantAdministrator, tenantId: top })
  const administrator = await addPerson(portico, { lastName: 'Administrator', roles: ['Administrator'] })
  const [everyone] = await portico.database.query<{ id: string }>(`select id from user_group where rule = 'everyone'`)
  return { reader: docs.roleId, chief, secret, top, keeper, administrator, everyone: everyone?.id ?? '' }
}

type RequestOptions = {
  person?: Person
  identityId?: string
  identityType?: 'User' | 'Group'
  tenantId?: string
  roles?: readonly string[]
  isInheritable?: boolean
  createdBy?: Person
  id?: string
  toldApart?: boolean
}

const named = (name: string, person?: Person): Record<string, string> =>
  person ? { [person.id]: name, [person.email]: `${name}'s address`, [person.userName]: `${name}'s name` } : {}

const usual = (world: World) => ({
  id: randomUUID(),
  identityType: 'User',
  roles: [world.reader],
  isInheritable: false,
})

/** Stored by hand: whoever may decide is not told by a job in between. */
export const request = async (portico: TestPortico, world: World, wanted: RequestOptions): Promise<RequestCase> => {
  const { id, identityType, roles, isInheritable } = { ...usual(world), ...wanted }
  const person = wanted.person ?? (wanted.identityId ? undefined : await addPerson(portico))
  const identityId = wanted.identityId ?? person?.id ?? ''
  const creator = wanted.createdBy ?? (await addPerson(portico, { firstName: 'Diego' }))
  const tenantId = wanted.tenantId ?? (await addTenant(portico, { title: 'Acme', parentId: world.top }))
  await portico.write((tx) =>
    tx.query(
      `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, requested_roles,
                                      requested_is_inheritable, created_by, created_on, modification_date)
       values ($1, $2, $3, 'Ana Ruiz', $4, 'Permission', 'WaitingForApprover', $5, $6, $7, now(), now())`,
      [id, identityId, identityType, tenantId, roles, isInheritable, creator.id],
    ),
  )
  const ids = { [id]: 'request', [identityId]: 'identity', [tenantId]: 'tenant' }
  const called = { ...ids, ...named('person', person), ...named('creator', creator) }
  return { id, identityId, tenantId, called, toldApart: wanted.toldApart ?? !wanted.createdBy, creator }
}

const draft = (portico: TestPortico, areaName = '') => addPerson(portico, { draft: true, areaName })

/** With a membership at the tenant of the request before it is decided. */
const standing = async (
  portico: TestPortico,
  world: World,
  wanted: RequestOptions & { has: string; ended?: boolean },
) => {
  const made = await request(portico, world, wanted)
  await assignRole(portico, { ...made, roleId: wanted.has, inheritable: false })
  if (wanted.ended)
    await portico.write((tx) =>
      tx.query(
        `update role_assignment set ends_on = now() - interval '1 day' where member_id in (select id from tenant_member where identity_id = $1)`,
        [made.identityId],
      ),
    )
  return made
}

const after = async (made: Promise<RequestCase>, portico: TestPortico, sql: string, ofIt: keyof RequestCase) => {
  const done = await made
  await portico.write((tx) => tx.query(sql, [done[ofIt]]))
  return done
}

type Kind = (portico: TestPortico, world: World) => Promise<readonly RequestCase[]>
const one =
  (make: (portico: TestPortico, world: World) => Promise<RequestCase>): Kind =>
  async (portico, world) => [await make(portico, world)]

export const kinds: Readonly<Record<string, Kind>> = {
  'a first row': one((portico, world) => request(portico, world, { isInheritable: true })),
  'no roles, and no row': one((portico, world) => request(portico, world, { roles: [] })),
  'more roles': one((portico, world) =>
    standing(portico, world, { has: world.chief, roles: [world.reader, world.chief], isInheritable: true }),
  ),
  'roles taken away': one((portico, world) => standing(portico, world, { has: world.reader, roles: [] })),
  'what nobody may ask for stays': one((portico, world) => standing(portico, world, { has: world.chief, roles: [] })),
  'a role that was over': one((portico, world) => standing(portico, world, { has: world.reader, ended: true })),
  'the same again': one((portico, world) => standing(portico, world, { has: world.reader })),
  'a group': one(async (portico, world) => {
    const identityId = randomUUID()
    await portico.write((tx) =>
      tx.query(`insert into user_group (id, name, area_id) select $1::uuid, $1::text, id from area where is_default`, [
        identityId,
      ]),
    )
    return request(portico, world, { identityId, identityType: 'Group' })
  }),
  'a draft': one(async (portico, world) => request(portico, world, { person: await draft(portico) })),
  'a draft of two requests': async (portico, world) => {
    const [person, ids] = [await draft(portico), [randomUUID(), randomUUID()].toSorted()]
    const made: RequestCase[] = []
    for (const id of ids) made.push(await request(portico, world, { person, id, toldApart: false }))
    return made
  },
  'a draft of two requests, of which the first fails': async (portico, world) => {
    const [person, ids] = [await draft(portico), [randomUUID(), randomUUID()].toSorted()]
    const made: RequestCase[] = []
    for (const [index, id] of ids.entries())
      made.push(await request(portico, world, { person, id, roles: [index === 0 ? world.secret : world.reader] }))
    return made
  },
  'a draft of a guarded area': one(async (portico, world) =>
    request(portico, world, { person: await draft(portico, 'Guarded') }),
  ),
  'a role that may not be asked for': one((portico, world) => request(portico, world, { roles: [world.secret] })),
  'a role that is gone': one((portico, world) => request(portico, world, { roles: [world.reader, randomUUID()] })),
  'a person who is gone': one((portico, world) => request(portico, world, { identityId: randomUUID() })),
  'a group that is a user': one((portico, world) =>
    request(portico, world, { identityId: world.everyone, identityType: 'User' }),
  ),
  everybody: one((portico, world) => request(portico, world, { identityId: world.everyone, identityType: 'Group' })),
  'a tenant that is gone': one((portico, world) =>
    after(request(portico, world, {}), portico, `delete from tenant where id = $1`, 'tenantId'),
  ),
  'a tenant of others': one(async (portico, world) =>
    request(portico, world, { tenantId: await addTenant(portico, { title: 'Acme' }) }),
  ),
  'decided already': one((portico, world) =>
    after(request(portico, world, {}), portico, `update operation_request set status = 'Rejected' where id = $1`, 'id'),
  ),
  'their own': one((portico, world) => request(portico, world, { createdBy: world.keeper })),
  'nobody asked': one((portico, world) =>
    after(request(portico, world, {}), portico, `update operation_request set created_by = null where id = $1`, 'id'),
  ),
}
