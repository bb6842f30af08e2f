// A portico in which access is asked for and decided over HTTP: a tree, a role to ask for, who asks and who decides.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import type { HistoryEntry, OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import {
  addApplication,
  addPerson as addStranger,
  type Person,
  signIn,
  type TestApplication,
} from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'

export type Someone = { person: Person; bearer: { authorization: string } }
type DecisionAnswer = { success: boolean; errors: string[]; request: OperationRequest }
type World = {
  portico: TestPortico
  docs: TestApplication
  /** A role that nobody may ask for. */
  hidden: string
  administrator: Someone
  tenantId: string
  known: string
  consultant: Someone
  keeper: Someone
}

const fill = async (world: World) => {
  const { portico } = world
  world.docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  world.hidden = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`update role set operation_request_visibility = true where id = $1`, [world.docs.roleId])
    await tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Chief')`, [
      world.hidden,
      world.docs.id,
    ])
  })
  const top = await addTenant(portico, { title: 'Top' })
  world.tenantId = await addTenant(portico, { title: 'Acme', parentId: top })
  world.known = await addTenant(portico, { title: 'Known', parentId: world.tenantId })
  return top
}

/** Opened before the specs of a file, closed after them. */
export const openRequests = () => {
  const world = {} as World
  const { addPerson, someone, addDelegate } = peopleOf(world)
  beforeAll(async () => {
    world.portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'acme.example' })
    const top = await fill(world)
    world.administrator = await someone({ roles: ['Administrator'] })
    world.consultant = await addDelegate('IdentityConsultant', top, { firstName: 'Diego', lastName: 'Almeida' })
    world.keeper = await addDelegate('TenantAdministrator', top, { firstName: 'Luca', lastName: 'Navarro' })
  })
  afterAll(() => world.portico.close())

  const call = async <T = OperationRequest>(
    method: string,
    path: string,
    { as = world.consultant, body }: { as?: Someone; body?: unknown } = {},
  ) => {
    const answer = await createBrowser(world.portico.origin).request(method, `/api/v1/admin/operationRequests${path}`, {
      headers: as.bearer,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: answer.json<T & Omit<Problem, 'status'>>() }
  }
  const wanted = (identityId: string, more: object = {}) => ({
    tenantId: world.tenantId,
    identityType: 'User',
    identityId,
    roles: [world.docs.roleId],
    isInheritable: true,
    ...more,
  })
  const ask = async (person: Person, more: object = {}, as = world.consultant) => {
    const { status, body } = await call('POST', '/create', { as, body: wanted(person.id, more) })
    expect([status, status === 200 ? '' : body]).toEqual([200, ''])
    return body
  }
  const decide = (
    verb: 'approve' | 'reject' | 'cancel',
    { id }: { id: string },
    { as = world.keeper, body = {} }: { as?: Someone; body?: object } = {},
  ) => call<DecisionAnswer>('POST', `/${verb}/${id}`, { as, body: { OperationRequestId: id, ...body } })
  const history = async ({ id }: { id: string }) =>
    (await call<HistoryEntry[]>('GET', `/history/${id}`, { as: world.administrator })).body
  return { world, addPerson, someone, addDelegate, call, wanted, ask, decide, history, ...effectsIn(world) }
}

const peopleOf = (world: World) => {
  /** A member below the tenants on which the consultant and the keeper act: strangers are not there for them (T81). */
  const addPerson: typeof addStranger = async (to, fields) => {
    const person = await addStranger(to, fields)
    await addMembership(world.portico, { identityId: person.id, tenantId: world.known })
    return person
  }
  const someone = async (fields: Parameters<typeof addPerson>[1] = {}): Promise<Someone> => {
    const person = await addPerson(world.portico, fields)
    return { person, bearer: (await signIn(world.portico, person)).bearer }
  }
  const addDelegate = async (
    role: 'IdentityConsultant' | 'TenantAdministrator',
    at: string,
    fields: Parameters<typeof addPerson>[1] = {},
  ) => {
    const person = await addPerson(world.portico, fields)
    await assignRole(world.portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
    return { person, bearer: (await signIn(world.portico, person)).bearer }
  }
  return { addPerson, someone, addDelegate }
}

/** What a decided request left with whom it was for. */
const effectsIn = (world: World) => ({
  rolesAt: async ({ id }: { id: string }, at = world.tenantId) =>
    (
      await createBrowser(world.portico.origin).get(
        `/api/v1/admin/tenants/${at}/members/identity?identityId=${id}`,
        world.administrator.bearer,
      )
    )
      .json<IdentityAtTenant>()
      .roles.map(({ roleName }) => roleName),
  noticesOf: async ({ id }: { id: string }) =>
    (
      await world.portico.database.query<{ description: string }>(
        `select description from notification where user_id = $1 and type = 'PermissionAssigned' order by created_on, id`,
        [id],
      )
    ).map(({ description }) => description),
})
