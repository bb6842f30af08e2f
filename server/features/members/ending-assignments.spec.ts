// Roles that end: given with a day, over on it, and given anew.
import { describe, expect, test } from 'vitest'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { openMembersTree } from './members-tree.harness.ts'

const { world, call } = openMembersTree()

describe('role assignments with an end', () => {
  test('a role counts until its day, and is given anew afterwards; an end in the past is refused', async () => {
    const person = await addPerson(world.portico)
    const save = (body: object) =>
      call<Member>('POST', `admin/tenants/${world.tree.D}/members`, {
        body: { identityType: 'User', identityId: person.id, roles: [world.ten.roleId], isInheritable: true, ...body },
      })
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    expect(
      (await save({ ends: [{ roleId: world.ten.roleId, endsOn: new Date(Date.now() - 1000).toISOString() }] })).body
        .errors?.[0]?.field,
    ).toBe('ends')
    const made = await save({ ends: [{ roleId: world.ten.roleId, endsOn: soon }] })
    expect(made.body.roles?.[0]?.endsOn).toBe(soon)
    await world.portico.write((tx) =>
      tx.query(`update role_assignment set ends_on = now() - interval '1 second' where member_id = $1`, [made.body.id]),
    )
    const state = async () =>
      (
        await call<IdentityAtTenant>('GET', `admin/tenants/${world.tree.D}/members/identity?identityId=${person.id}`)
      ).body.roles.map(({ roleName }) => roleName)
    expect(await state()).toEqual([])
    expect((await save({})).body.roles).toMatchObject([{ roleName: 'r1', endsOn: null }])
    const put = await call<Member>('PUT', `admin/tenants/${world.tree.D}/members/${made.body.id}`, {
      body: { isInheritable: true, roles: [world.ten.roleId], ends: [{ roleId: world.ten.roleId, endsOn: soon }] },
    })
    expect(put.body.roles?.[0]?.endsOn).toBe(soon)
    expect(
      (
        await call<Member>('PUT', `admin/tenants/${world.tree.D}/members/${made.body.id}`, {
          body: { isInheritable: true, roles: [world.ten.roleId] },
        })
      ).body.roles?.[0]?.endsOn,
    ).toBe(soon)
  })
})
