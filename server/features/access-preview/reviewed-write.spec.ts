// What was seen is what is done: a write that names the preview it was shown by is made only while it does just that.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Preview } from '#contract/access-preview.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let as: { authorization: string }
let docs: TestApplication
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  as = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
})
afterAll(() => portico.close())

const call = async <T>(
  method: string,
  path: string,
  { body, headers = {}, at = 0 }: { body?: unknown; headers?: Record<string, string>; at?: number } = {},
) => {
  const origin = at === 0 ? portico.origin : `http://127.0.0.1:${portico.others[0]?.port}`
  const answer = await createBrowser(origin).request(method, `/api/v1/admin${path}`, {
    headers: { ...as, ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, body: answer.json<T>() }
}
const preview = async (change: object) => (await call<Preview>('POST', '/access/preview', { body: change })).body
const ifMatch = (stamp: string) => ({ 'if-match': `"${stamp}"` })

/** Two branches: at one somebody has a role that passes down. */
const world = async () => {
  const [from, to] = [await addTenant(portico, { title: 'From' }), await addTenant(portico, { title: 'To' })]
  const tenant = await addTenant(portico, { title: 'Moving', parentId: from })
  const person = await addPerson(portico, { firstName: 'Noa' })
  await assignRole(portico, { identityId: person.id, roleId: docs.roleId, tenantId: from })
  return { from, to, tenant, person, move: { kind: 'move', tenantId: tenant, newParentId: to } }
}
const parentOf = async (id: string) =>
  (await portico.database.query<{ parent: string }>(`select parent_id as parent from tenant where id = $1`, [id]))[0]
    ?.parent

describe('a reviewed write: what was seen is what is done', () => {
  test('a write with the stamp of its preview is made while that is what happens', async () => {
    const { tenant, to, move } = await world()
    const { stamp } = await preview(move)
    expect(
      (await call('PUT', `/tenants/${tenant}/change-parent`, { body: { newParentId: to }, headers: ifMatch(stamp) }))
        .status,
    ).toBe(200)
    expect(await parentOf(tenant)).toBe(to)
  })

  test('412 with the new preview where somebody else would lose something by now, and nothing is done', async () => {
    const { from, tenant, to, move } = await world()
    const { stamp } = await preview(move)
    const late = await addPerson(portico, { firstName: 'Late' })
    await assignRole(portico, { identityId: late.id, roleId: docs.roleId, tenantId: from })
    const refused = await call<Problem & { preview: Preview }>('PUT', `/tenants/${tenant}/change-parent`, {
      body: { newParentId: to },
      headers: ifMatch(stamp),
    })
    expect([refused.status, refused.body.code]).toEqual([412, 'preview-changed'])
    expect(refused.body.preview.items.map(({ displayName, change }) => [displayName, change])).toEqual([
      ['Late Ruiz', 'Loses'],
      ['Noa Ruiz', 'Loses'],
    ])
    expect([refused.body.preview.stamp, refused.body.preview.count]).toEqual([(await preview(move)).stamp, 2])
    expect(await parentOf(tenant)).toBe(from)
    expect(
      await portico.database.query(`select 1 from audit_event where subject = $1 and type = 'tenant.moved'`, [tenant]),
    ).toEqual([])
    const again = await call('PUT', `/tenants/${tenant}/change-parent`, {
      body: { newParentId: to },
      headers: ifMatch(refused.body.preview.stamp),
    })
    expect(again.status).toBe(200)
  })

  test('T71 beside a gift at the other instance: the gift was seen, or comes after, or the move is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { from, tenant, to, move } = await world()
      const { stamp } = await preview(move)
      const late = await addPerson(portico)
      const gift = { identityType: 'User', identityId: late.id, roles: [docs.roleId], isInheritable: true }
      const [moved, added] = await Promise.all([
        call('PUT', `/tenants/${tenant}/change-parent`, { body: { newParentId: to }, headers: ifMatch(stamp) }),
        call('POST', `/tenants/${from}/members`, { body: gift, at: 1 }),
      ])
      expect(added.status).toBe(200)
      expect([200, 412]).toContain(moved.status)
      const order = await portico.database.query<{ type: string }>(
        `select type from audit_event where tenant_id in ($1, $2) and type in ('tenant.moved', 'member.added') order by id`,
        [from, tenant],
      )
      // Refused where the gift came first; else the gift came when nothing stood below it any more.
      if (moved.status === 412) expect(await parentOf(tenant)).toBe(from)
      else expect([await parentOf(tenant), order.length]).toEqual([to, 2])
    }
  })

  test('of members, groups, people and roles alike', async () => {
    const { from, person } = await world()
    const member = { identityType: 'User', identityId: person.id, roles: [], isInheritable: true }
    const [row] = await portico.database.query<{ id: string }>(
      `select id from tenant_member where tenant_id = $1 and identity_id = $2`,
      [from, person.id],
    )
    expect(
      (await call('POST', `/tenants/${from}/members`, { body: member, headers: ifMatch('another-stamp') })).status,
    ).toBe(412)
    expect(
      (
        await call('PUT', `/tenants/${from}/members/${row?.id}`, {
          body: { roles: [], isInheritable: true },
          headers: ifMatch('another-stamp'),
        })
      ).status,
    ).toBe(412)
    expect(
      (
        await call('POST', `/tenants/${from}/members/revokeAccess`, {
          body: { applicationIds: [docs.id], userId: person.id, includeParent: false },
          headers: ifMatch('another-stamp'),
        })
      ).status,
    ).toBe(412)
    expect(
      (await call('DELETE', `/tenants/${from}/members/${row?.id}`, { headers: ifMatch('another-stamp') })).status,
    ).toBe(412)
    expect((await call('DELETE', `/users/${person.id}`, { headers: ifMatch('another-stamp') })).status).toBe(412)
    expect(
      (
        await call('DELETE', `/tenantIdentities/${person.id}`, {
          body: { tenantIds: [from] },
          headers: ifMatch('another-stamp'),
        })
      ).status,
    ).toBe(412)
    expect(await portico.database.query(`select 1 from tenant_member where id = $1`, [row?.id])).toHaveLength(1)
    const { stamp } = await preview({ kind: 'deleteUser', userId: person.id })
    expect((await call('DELETE', `/users/${person.id}`, { headers: ifMatch(stamp) })).status).toBe(200)
  })

  test('a stamp that is none, and one for a write that has no preview, is 400 and names the header', async () => {
    const { tenant, to } = await world()
    for (const header of ['no quotes', '"two", "stamps"'])
      expect(
        (
          await call<Problem>('PUT', `/tenants/${tenant}/change-parent`, {
            body: { newParentId: to },
            headers: { 'if-match': header },
          })
        ).body,
      ).toMatchObject({ status: 400, errors: [{ field: 'If-Match' }] })
    expect(
      (await call<Problem>('PATCH', `/tenants/${tenant}`, { body: { title: 'x' }, headers: ifMatch('stamp') })).body,
    ).toMatchObject({ status: 400, errors: [{ field: 'If-Match' }] })
    expect(
      (
        await call('PUT', `/tenants/${tenant}/change-parent`, {
          body: { newParentId: to },
          headers: { 'if-match': '*' },
        })
      ).status,
    ).toBe(200)
  })
})
