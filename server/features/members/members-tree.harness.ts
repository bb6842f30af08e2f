// The tree of domain-model 4.7, in which members are listed, given roles and revoked over HTTP by an Administrator.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { Member } from '#contract/members.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'

export type Bearer = { authorization: string }
type World = {
  portico: TestPortico
  administrator: Bearer
  ten: TestApplication
  /** The role r2 of the application ten. */
  second: string
  /** A ⊃ B ⊃ C, and D apart (4.7). */
  tree: { A: string; B: string; C: string; D: string }
}

/** Opened before the specs of a file, closed after them. */
export const openMembersTree = () => {
  const world = {} as World
  beforeAll(async () => {
    const portico = await startTestPortico()
    world.portico = portico
    world.administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
    world.ten = await addApplication(portico, { name: 'ten', role: 'r1' })
    world.second = randomUUID()
    await portico.write((tx) =>
      tx.query(`insert into role (id, application_id, name) values ($1, $2, 'r2')`, [world.second, world.ten.id]),
    )
    const A = await addTenant(portico, { title: 'A' })
    const B = await addTenant(portico, { title: 'B', parentId: A })
    const C = await addTenant(portico, { title: 'C', parentId: B })
    world.tree = { A, B, C, D: await addTenant(portico, { title: 'D' }) }
  })
  afterAll(() => world.portico.close())

  const call = async <T>(
    method: string,
    path: string,
    { as = world.administrator, body }: { as?: Bearer; body?: unknown } = {},
  ) => {
    const answer = await createBrowser(world.portico.origin).request(method, `/api/v1/${path}`, {
      headers: as,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: answer.json<T & Problem>() }
  }
  const listed = async (tenant: string, query = 'includeHierarchy=true', as = world.administrator) =>
    (await call<Page<Member>>('GET', `admin/tenants/${tenant}/members?take=100&${query}`, { as })).body
  const give = async (
    tenantId: string,
    identity: { id: string; group?: true },
    { roles, isInheritable }: { roles: string[]; isInheritable: boolean },
  ) =>
    (
      await call<Member>('POST', `admin/tenants/${tenantId}/members`, {
        body: { identityType: identity.group ? 'Group' : 'User', identityId: identity.id, roles, isInheritable },
      })
    ).body
  return { world, call, listed, give }
}
