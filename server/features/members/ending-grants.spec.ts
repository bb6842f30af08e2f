// Roles that end: given with a day, over on it, and given anew.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let administrator: Bearer
let ten: TestApplication
let second: string
/** A ⊃ B ⊃ C, and D apart (4.7). */
let tree: { A: string; B: string; C: string; D: string }
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  ten = await addApplication(portico, { name: 'ten', role: 'r1' })
  second = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into role (id, application_id, name) values ($1, $2, 'r2')`, [second, ten.id]),
  )
  const A = await addTenant(portico, { title: 'A' })
  const B = await addTenant(portico, { title: 'B', parentId: A })
  tree = { A, B, C: await addTenant(portico, { title: 'C', parentId: B }), D: await addTenant(portico, { title: 'D' }) }
})
afterAll(() => portico.close())

const call = async <T>(
  method: string,
  path: string,
  { as = administrator, body }: { as?: Bearer; body?: unknown } = {},
) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}

describe('grants with an end', () => {
  test('a role counts until its day, and is given anew afterwards; an end in the past is refused', async () => {
    const person = await addPerson(portico)
    const save = (body: object) =>
      call<Member>('POST', `admin/tenants/${tree.D}/members`, {
        body: { identityType: 'User', identityId: person.id, roles: [ten.roleId], isInheritable: true, ...body },
      })
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    expect(
      (await save({ ends: [{ roleId: ten.roleId, endsOn: new Date(Date.now() - 1000).toISOString() }] })).body
        .errors?.[0]?.field,
    ).toBe('ends')
    const made = await save({ ends: [{ roleId: ten.roleId, endsOn: soon }] })
    expect(made.body.roles?.[0]?.endsOn).toBe(soon)
    await portico.write((tx) =>
      tx.query(`update role_assignment set ends_on = now() - interval '1 second' where member_id = $1`, [made.body.id]),
    )
    const state = async () =>
      (
        await call<IdentityAtTenant>('GET', `admin/tenants/${tree.D}/members/identity?identityId=${person.id}`)
      ).body.roles.map(({ roleName }) => roleName)
    expect(await state()).toEqual([])
    expect((await save({})).body.roles).toMatchObject([{ roleName: 'r1', endsOn: null }])
    const put = await call<Member>('PUT', `admin/tenants/${tree.D}/members/${made.body.id}`, {
      body: { isInheritable: true, roles: [ten.roleId], ends: [{ roleId: ten.roleId, endsOn: soon }] },
    })
    expect(put.body.roles?.[0]?.endsOn).toBe(soon)
    expect(
      (
        await call<Member>('PUT', `admin/tenants/${tree.D}/members/${made.body.id}`, {
          body: { isInheritable: true, roles: [ten.roleId] },
        })
      ).body.roles?.[0]?.endsOn,
    ).toBe(soon)
  })
})
