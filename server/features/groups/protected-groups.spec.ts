// Groups that carry God or Administrator: filled, left and deleted by anyone who may give that (T28, T58).
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { GroupMember } from '#contract/group-members.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico } from '#server/spec/testing/portico.ts'
import { openMembership } from './groups.harness.ts'

type Members = { items: GroupMember[]; count: number }

const { fresh, world, call, create, add, ownerOf } = openMembership()

const carrying = async (role: 'God' | 'Administrator' | 'Manager' | 'User') => {
  const { id } = await create()
  await assignRole(world.portico, { identityId: id, identityType: 'Group', roleId: systemRoles[role] })
  return id
}

describe('T28 a group that carries God or Administrator', () => {
  test('takes and loses members by an Administrator only, with God by a God only; its owner gives nothing by it', async () => {
    for (const [role, may, mayNot] of [
      ['Administrator', [world.administrator, world.god], []],
      ['God', [world.god], [world.administrator]],
    ] as const) {
      const id = await carrying(role)
      const owner = await addPerson(world.portico, { roles: ['UserAdministrator'] })
      await add(owner, 'Owner', { to: id, as: world.god })
      await world.portico.write((tx) =>
        tx.query(
          `insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner') on conflict do nothing`,
          [id, fresh.ana.id],
        ),
      )
      for (const as of [...mayNot, world.userAdministrator]) {
        expect([role, (await add(fresh.ana, 'Owner', { to: id, as })).status]).toEqual([role, 403])
        expect([role, (await call('DELETE', `/admin/groups/${id}/users/${owner.id}`, { as })).status]).toEqual([
          role,
          403,
        ])
      }
      for (const as of may) expect([role, (await add(fresh.ana, 'Reader', { to: id, as })).status]).toEqual([role, 200])
    }
  })

  test('is filled by its owner as by any other who has what it gives: an owner is in it', async () => {
    const id = await carrying('Administrator')
    const owner = await ownerOf(id)
    expect((await add(fresh.ana, 'Reader', { to: id, as: owner.bearer })).status).toBe(200)
    await assignRole(world.portico, { identityId: id, identityType: 'Group', roleId: systemRoles.God })
    await world.portico.write((tx) => tx.query(`update application set enabled = false where name = 'identity.global'`))
    expect((await add(fresh.ana, 'Owner', { to: id, as: owner.bearer })).status).toBe(403)
    await world.portico.write((tx) => tx.query(`update application set enabled = true where name = 'identity.global'`))
  })

  test('is none where it gives what everybody has: its owner fills it', async () => {
    const id = await carrying('User')
    const owner = await ownerOf(id)
    expect((await add(fresh.ana, 'Reader', { to: id, as: owner.bearer })).status).toBe(200)
  })

  test('is deleted by anyone who may give what it gives', async () => {
    const id = await carrying('God')
    expect((await call('DELETE', `/admin/groups/${id}`)).status).toBe(403)
    expect((await call('DELETE', `/admin/groups/${id}`, { as: world.god })).status).toBe(200)
  })

  test('T58 the last God cannot leave, nor can the group go that makes somebody the last one', async () => {
    const lone = await startTestPortico()
    const id = randomUUID()
    const [last, other] = [await addPerson(lone, { roles: ['Administrator'] }), await addPerson(lone)]
    await lone.write(async (tx) => {
      await tx.query(`insert into user_group (id, name, area_id) select $1, 'Gods', id from area where is_default`, [
        id,
      ])
      for (const { id: userId } of [last, other])
        await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
          id,
          userId,
        ])
    })
    await assignRole(lone, { identityId: id, identityType: 'Group', roleId: systemRoles.God })
    const as = (await signIn(lone, last)).bearer
    const { call: loneCall } = apiCaller(
      () => lone,
      '',
      () => as,
    )
    expect(
      (await loneCall('DELETE', `/admin/groups/${id}/users`, { body: { ids: [last.id, other.id] } })).body,
    ).toMatchObject({ status: 409, code: 'last-administrator' })
    expect((await loneCall('DELETE', `/admin/groups/${id}`)).body).toMatchObject({
      status: 409,
      code: 'last-administrator',
    })
    expect((await loneCall<Members>('GET', `/admin/groups/${id}/users`)).body.count).toBe(2)
    expect((await loneCall('DELETE', `/admin/groups/${id}/users/${other.id}`)).status).toBe(200)
    await lone.close()
  })
})
