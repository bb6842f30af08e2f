// An identity that leaves: with its rows and requests, and never as the last God or Administrator.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { cancelWaitingOf } from '#server/features/operation-requests/ended-requests.store.ts'
import type { SpecTx } from '#server/spec/testing/spec-database.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { refuseIfLast, removeIdentity } from './members.public.ts'

let portico: TestPortico
beforeEach(async () => {
  await portico?.close()
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const codeOf = (work: (tx: SpecTx) => Promise<unknown>) =>
  portico.write(work).then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const lock = (person: Person) =>
  codeOf(async (tx) => {
    await tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [person.id])
    await refuseIfLast(tx)
  })
const groupOf = async (...members: Person[]) => {
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [
      id,
      `group ${id}`,
    ])
    for (const member of members)
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        id,
        member.id,
      ])
  })
  return id
}

describe('invariant 3: somebody is God, and somebody Administrator', () => {
  test('T58 the last one is neither locked nor removed, also where the other two of three leave at once', async () => {
    const three = [
      await addPerson(portico, { roles: ['God'] }),
      await addPerson(portico, { roles: ['God'] }),
      await addPerson(portico, { roles: ['God'] }),
    ]
    const outcomes = await Promise.all(
      three.map((person, turn) => (turn === 0 ? codeOf((tx) => removeIdentity(tx, person.id)) : lock(person))),
    )
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'last-administrator'])
  })

  test('a draft, a locked one and a row at a tenant do not count; one through a group does', async () => {
    const last = await addPerson(portico, { roles: ['Administrator'] })
    await addPerson(portico, { roles: ['Administrator'], draft: true })
    const elsewhere = await addPerson(portico)
    await assignRole(portico, {
      identityId: elsewhere.id,
      roleId: systemRoles.Administrator,
      tenantId: await addTenant(portico),
    })
    expect(await lock(last)).toBe('last-administrator')
    const group = await groupOf(elsewhere)
    await assignRole(portico, { identityId: group, identityType: 'Group', roleId: systemRoles.Administrator })
    expect(await lock(last)).toBe('done')
    expect(await codeOf((tx) => removeIdentity(tx, group))).toBe('last-administrator')
    expect(
      await codeOf(async (tx) => {
        await tx.query(`delete from group_member where group_id = $1`, [group])
        await refuseIfLast(tx)
      }),
    ).toBe('last-administrator')
  })

  test('a role that nobody was given is missed by nobody', async () => {
    const person = await addPerson(portico, { roles: ['Manager'] })
    expect([await lock(person), await codeOf((tx) => removeIdentity(tx, person.id))]).toEqual(['done', 'done'])
  })
})

test('an identity takes its rows along, and says which; the rows of others stay', async () => {
  const { roleId } = await addApplication(portico, { name: 'shop', role: 'Buyer' })
  const [leaving, staying, tenantId] = [await addPerson(portico), await addPerson(portico), await addTenant(portico)]
  for (const { id } of [leaving, staying])
    await assignRole(portico, { identityId: id, roleId, tenantId, inheritable: false })
  expect(await portico.write((tx) => removeIdentity(tx, leaving.id))).toMatchObject([
    { tenantId, identityId: leaving.id, isInheritable: false, roles: [{ roleId, role: 'shop: Buyer' }] },
  ])
  expect(
    await portico.database.query(`select identity_id as id from tenant_member where tenant_id = $1`, [tenantId]),
  ).toEqual([{ id: staying.id }])
})

test('its waiting requests end as Cancelled with a line of history by the person who did it; decided ones stay as they are', async () => {
  const [leaving, by] = [await addPerson(portico), await addPerson(portico)]
  const request = async (status: string) => {
    const id = randomUUID()
    await portico.write(async (tx) =>
      tx.query(
        `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_on, modification_date)
       values ($1, $2, 'User', $3, 'Permission', $4, now(), now())`,
        [id, leaving.id, await addTenant(portico), status],
      ),
    )
    return id
  }
  const [waiting, applied] = [await request('WaitingForApprover'), await request('Applied')]
  const now = new Date('2026-03-01T10:00:00Z')
  expect(await portico.write((tx) => cancelWaitingOf(tx, leaving.id, now, by.id))).toEqual([waiting])
  expect(await portico.database.query(`select id, status, version from operation_request order by status`)).toEqual([
    { id: applied, status: 'Applied', version: 1 },
    { id: waiting, status: 'Cancelled', version: 2 },
  ])
  expect(
    await portico.database.query(`select request_id, email, date, request_type, status from operation_request_history`),
  ).toEqual([{ request_id: waiting, email: by.email, date: now, request_type: 'Permission', status: 'Cancelled' }])
})
