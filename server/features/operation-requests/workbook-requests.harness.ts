// A portico in which requests are read from workbooks: two tenants, roles to ask for, and who acts at one of the two.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import type { RequestedPermissions } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { partOf, upload, workbook } from '#server/spec/testing/workbooks.ts'

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

type Cells = readonly (string | boolean)[]
export const path = {
  users: '/profile/bulk_insert/operationRequests/',
  full: '/profile/full_bulk_insert/operationRequests/',
}
export const titles = {
  users: ['userName', 'email', 'roles', 'isInheritable'],
  full: [
    'userName',
    'email',
    'firstName',
    'lastName',
    'area',
    'language',
    'jobTitle',
    'teams',
    'roles',
    'isInheritable',
  ],
}

export const titlesOf = (bytes: Buffer) =>
  [...partOf(bytes, 'xl/worksheets/sheet1.xml').matchAll(/<t[^>]*>([^<]+)<\/t>/g)].map(([, title]) => title)
export const codes = ({ errors }: ImportResult) =>
  errors.map(({ row, issues = [] }) => [row, ...issues.map(({ code }) => code)])

/** Opened before the specs of a file, closed after them. */
export const openWorkbookRequests = () => {
  const world = {} as World
  const addDelegate = async (role: 'IdentityConsultant' | 'TenantAdministrator' | 'SystemManager', at: string) => {
    const person = await addPerson(world.portico)
    await assignRole(world.portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
    return { id: person.id, ...(await signIn(world.portico, person)).bearer }
  }
  beforeAll(async () => {
    world.portico = await startTestPortico()
    await addRoles(world)
    world.city = await addTenant(world.portico, { title: 'City' })
    world.elsewhere = await addTenant(world.portico, { title: 'Elsewhere' })
    world.consultant = await addDelegate('IdentityConsultant', world.city)
    world.keeper = await addDelegate('TenantAdministrator', world.city)
  })
  afterAll(() => world.portico.close())

  const { call } = apiCaller(
    () => world.portico,
    '',
    () => world.consultant,
  )
  const send = async (
    kind: 'users' | 'full',
    rows: readonly Cells[],
    { at = world.city, as = world.consultant, query = '' }: { at?: string; as?: Bearer; query?: string } = {},
  ) => {
    const bytes = await workbook(world.portico, titles[kind], rows)
    return upload<ImportResult & { code: string }>(world.portico, `${path[kind]}${at}${query}`, {
      bytes,
      as: { authorization: as.authorization },
    })
  }
  const imported = async (...given: Parameters<typeof send>) => {
    const { status, body } = await send(...given)
    expect([status, status === 200 ? '' : body]).toEqual([200, ''])
    return body
  }
  const waitsFor = async ({ id }: { id: string }, at = world.city) =>
    (
      await call<RequestedPermissions>(
        'GET',
        `/admin/operationRequests/permissions?identityId=${id}&tenantId=${at}&isGroup=false`,
      )
    ).body
  return { world, addDelegate, call, send, imported, waitsFor }
}
