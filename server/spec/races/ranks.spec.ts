// T69: two people of different rank change the same member in the same moment, on two instances. Some order explains
// what they were answered and what stands afterwards; nobody keeps a role that the last of them to be allowed did not
// leave.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { full } from '#server/spec/testing/full.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import type { Bearer } from '../attacks/cast.ts'

const rounds = full ? 100 : 12

let portico: TestPortico
let god: Bearer
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  const bearerOf = async (roles: string[]) => (await signIn(portico, await addPerson(portico, { roles }))).bearer
  god = await bearerOf(['God', 'Administrator'])
  administrator = await bearerOf(['Administrator'])
})
afterAll(() => portico.close())

const { God, Administrator, Manager } = systemRoles
const originsOf = () => [portico.origin, ...portico.others.map(({ port }) => `http://127.0.0.1:${port}`)]
/** `call`: "PUT /tenants/…". */
const send = async (at: number, as: Bearer, call: string, body?: unknown) => {
  const [method = '', path = ''] = call.split(' ')
  const sent = { headers: { ...as }, ...(body !== undefined && { body }) }
  return (await createBrowser(originsOf()[at] ?? '').request(method, `/api/v1/admin${path}`, sent)).status
}

type Row = { readonly identityId: string; readonly memberId: string; readonly eventId: number }
type Call = (row: Row, at: number) => Promise<number>

/** Somebody who is God and Administrator; the last event of the row is that an Administrator made them a Manager. */
const someone = async (): Promise<Row> => {
  const { id: identityId } = await addPerson(portico)
  for (const roleId of [God, Administrator]) await assignRole(portico, { identityId, roleId })
  const [row] = await portico.database.query<{ id: string }>(`select id from tenant_member where identity_id = $1`, [
    identityId,
  ])
  const memberId = row?.id ?? ''
  await send(0, administrator, `PUT /tenants/${zeroTenant}/members/${memberId}`, {
    isInheritable: true,
    roles: [God, Administrator, Manager],
  })
  const [event] = await portico.database.query<{ id: number }>(
    `select id from audit_event where subject = $1 order by id desc limit 1`,
    [memberId],
  )
  return { identityId, memberId, eventId: event?.id ?? 0 }
}

const rolesOf = async ({ identityId }: Row) =>
  (
    await portico.database.query<{ name: string }>(
      `select r.name from tenant_member m join role_assignment g on g.member_id = m.id join role r on r.id = g.role_id where m.identity_id = $1 order by r.name`,
      [identityId],
    )
  ).map(({ name }) => name)

const put =
  (as: () => Bearer, roles: string[]): Call =>
  ({ memberId }, at) =>
    send(at, as(), `PUT /tenants/${zeroTenant}/members/${memberId}`, { isInheritable: true, roles })
const post =
  (as: () => Bearer, roles: string[]): Call =>
  ({ identityId }, at) =>
    send(at, as(), `POST /tenants/${zeroTenant}/members`, {
      identityType: 'User',
      identityId,
      roles,
      isInheritable: true,
    })
const remove =
  (as: () => Bearer): Call =>
  ({ memberId }, at) =>
    send(at, as(), `DELETE /tenants/${zeroTenant}/members/${memberId}`)
const revoke =
  (as: () => Bearer): Call =>
  ({ identityId }, at) =>
    send(at, as(), `POST /tenants/${zeroTenant}/members/revokeAccess`, {
      applicationIds: [2],
      userId: identityId,
      includeParent: false,
    })
const undo =
  (as: () => Bearer): Call =>
  ({ eventId }, at) =>
    send(at, as(), `POST /access/undo/${eventId}`)

const asGod = () => god
const asAdministrator = () => administrator

const outcome = async (row: Row, statuses: readonly number[]) => ({ statuses, roles: await rolesOf(row) })
const serial = async (first: Call, second: Call, swapped: boolean) => {
  const row = await someone()
  const [a, b] = [swapped ? second : first, swapped ? first : second]
  const answers = [await a(row, 0), await b(row, 1)]
  return outcome(row, swapped ? answers.toReversed() : answers)
}

const expectSerial = async (first: Call, second: Call) => {
  const orders = [await serial(first, second, false), await serial(first, second, true)]
  const strange: object[] = []
  for (let round = 0; round < rounds; round += 1) {
    const row = await someone()
    const happened = await outcome(row, await Promise.all([first(row, 0), second(row, 1)]))
    if (!orders.some((order) => isDeepStrictEqual(order, happened))) strange.push(happened)
  }
  expect(strange).toEqual([])
  return orders
}

describe('T69 two of different rank, one member', () => {
  test('T69 PUT beside PUT: what a God takes, an Administrator’s request does not give back', {
    timeout: 120_000,
  }, async () => {
    const orders = await expectSerial(put(asAdministrator, [God, Administrator]), put(asGod, [Administrator]))
    expect(orders.map(({ roles }) => roles)).toEqual([['Administrator'], ['Administrator']])
  })

  test('T69 PUT beside revoke', { timeout: 120_000 }, () =>
    expectSerial(put(asAdministrator, [God, Administrator]), revoke(asGod)).then(() => undefined),
  )

  test('T69 POST beside DELETE', { timeout: 120_000 }, () =>
    expectSerial(post(asAdministrator, [Manager]), remove(asGod)).then(() => undefined),
  )

  test('T69 PUT beside undo', { timeout: 120_000 }, () =>
    expectSerial(put(asGod, [Manager]), undo(asAdministrator)).then(() => undefined),
  )

  test('T69 undo beside undo: one of them undoes, the other is told', { timeout: 120_000 }, async () => {
    const orders = await expectSerial(undo(asAdministrator), undo(asGod))
    expect(orders.map(({ statuses }) => statuses.toSorted())).toEqual([
      [200, 409],
      [200, 409],
    ])
  })
})

describe('T72 the end of a role is for those who may give and take it', () => {
  const ends = async (as: Bearer, row: Row, endsOn: { roleId: string; endsOn: string }[]) =>
    send(0, as, `PUT /tenants/${zeroTenant}/members/${row.memberId}`, {
      isInheritable: true,
      roles: [God, Administrator, Manager],
      ends: endsOn,
    })
  const godEnd = async ({ memberId }: Row) =>
    (
      await portico.database.query<{ ends: Date | null }>(
        `select ends_on as ends from role_assignment where member_id = $1 and role_id = $2`,
        [memberId, God],
      )
    )[0]?.ends
  const soon = () => new Date(Date.now() + 3_600_000).toISOString()

  test('T72 an Administrator neither ends a God’s role nor makes a God for a while one for ever, and it stands in the audit log', async () => {
    const row = await someone()
    // Refusals of one person are recorded once a minute.
    const person = await addPerson(portico, { roles: ['Administrator'] })
    const another = (await signIn(portico, person)).bearer
    expect(await ends(another, row, [{ roleId: God, endsOn: soon() }])).toBe(403)
    expect(await godEnd(row)).toBeNull()
    expect(await ends(god, row, [{ roleId: God, endsOn: soon() }])).toBe(200)
    expect(await godEnd(row)).not.toBeNull()
    expect(await ends(administrator, row, [])).toBe(403)
    expect(await godEnd(row)).not.toBeNull()
    // The end of a role of their own rank is theirs, and the God's stays as it was.
    const stays = (await godEnd(row))?.toISOString() ?? ''
    expect(
      await ends(administrator, row, [
        { roleId: God, endsOn: stays },
        { roleId: Manager, endsOn: soon() },
      ]),
    ).toBe(200)
    expect(
      await portico.database.query(`select type from audit_event where actor_id = $1 and type = 'access.refused'`, [
        person.id,
      ]),
    ).toHaveLength(1)
  })

  test('T72 undo gives nobody an end, or takes one away, that the caller may not manage', async () => {
    const row = await someone()
    expect(await ends(god, row, [{ roleId: God, endsOn: soon() }])).toBe(200)
    const [event] = await portico.database.query<{ id: number }>(
      `select id from audit_event where subject = $1 order by id desc limit 1`,
      [row.memberId],
    )
    expect(await send(0, administrator, `POST /access/undo/${event?.id}`)).toBe(403)
    expect(await godEnd(row)).not.toBeNull()
    expect(await send(0, god, `POST /access/undo/${event?.id}`)).toBe(200)
    expect(await godEnd(row)).toBeNull()
  })
})
