// Requests for access: who asks, who decides, what comes of it, and who is told (R4.10, R7.8; domain-model 2.11,
// section 5).
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import {
  type OperationRequest,
  type RequestedPermissions,
  RequestStatus,
  RequestType,
} from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addMembership, addTenant } from '#server/spec/testing/tenants.ts'
import { openRequests, type Someone } from './requests.harness.ts'

const { world, addPerson, someone, addDelegate, call, wanted, ask, decide, history, rolesAt, noticesOf } =
  openRequests()

const groupOf = async (...emails: readonly string[]) => {
  const id = randomUUID()
  const people = await Promise.all(emails.map((email) => addPerson(world.portico, { email })))
  await world.portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1::uuid, $1::text, id from area limit 1`, [id])
    for (const person of people)
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        id,
        person.id,
      ])
  })
  await addMembership(world.portico, { identityId: id, identityType: 'Group', tenantId: world.known })
  return id
}

describe('R4.10-01 a request for a group', () => {
  test('is for external people where one of its members is', async () => {
    const at = (domain: string) => `${randomUUID()}@${domain}`
    const inside = await groupOf(at('acme.example'), at('ACME.example'))
    const mixed = await groupOf(at('acme.example'), at('client.example'))
    const asked = [inside, mixed, await groupOf()].map((id) =>
      call('POST', '/create', { body: wanted(id, { identityType: 'Group' }) }),
    )
    expect((await Promise.all(asked)).map(({ status, body }) => [status, body.external])).toEqual([
      [200, false],
      [200, true],
      [200, false],
    ])
  })
})

describe('R7.8-02 a request', () => {
  test('R3.6-05 R3.6-06 has the types and the states of the specification, spelt its way', () => {
    expect(RequestType.options).toEqual([
      'Permission',
      'BulkInsert',
      'PolarisPermissionCreate',
      'ApproveOperationRequest',
    ])
    expect(RequestStatus.options).toEqual(['WaitingForApprover', 'Applied', 'Rejected', 'RollBack', 'Cancelled'])
  })

  test('R3.8-18 R3.8-19 R7.8-04 waits, with whose it is, where, who may decide it and who asked; nothing is given by it', async () => {
    const person = await addPerson(world.portico, {
      firstName: 'Marta',
      lastName: 'Puig',
      email: 'marta@client.example',
    })
    const made = await ask(person)
    expect(made).toEqual({
      id: expect.any(String),
      identityId: person.id,
      identityType: 'User',
      tenantId: world.tenantId,
      tenantName: 'Acme',
      displayName: 'Marta Puig',
      email: 'marta@client.example',
      modificationDate: expect.any(String),
      status: 'WaitingForApprover',
      approvers: [{ id: world.keeper.person.id, displayName: 'Luca Navarro', email: world.keeper.person.email }],
      canApprove: false,
      isMine: true,
      requestType: 'Permission',
      createdById: world.consultant.person.id,
      createdByDisplayName: 'Diego Almeida',
      createdOn: expect.any(String),
      external: true,
      reason: null,
      note: null,
    })
    expect([await rolesAt(person), await noticesOf(person)]).toEqual([[], []])
    expect(await history(made)).toEqual([
      {
        id: expect.any(String),
        email: world.consultant.person.email,
        date: made.createdOn,
        requestType: 'Permission',
        status: 'WaitingForApprover',
        reason: null,
      },
    ])
    expect(
      await world.portico.database.query(`select type, tenant_id from audit_event where subject = $1`, [made.id]),
    ).toEqual([{ type: 'request.created', tenant_id: world.tenantId }])
  })

  test('A-134 R7.8-07 R7.8-08 R7.8-09 one waits for an identity at a tenant: another is refused, and what it asks for is edited instead', async () => {
    const person = await addPerson(world.portico)
    const made = await ask(person)
    const again = await call('POST', `/permissions?tenantId=${world.tenantId}`, {
      body: { identityType: 'User', identityId: person.id, roles: [world.docs.roleId] },
    })
    expect([again.status, again.body.code]).toEqual([409, 'operation-request-one-waiting'])
    const waits = async () =>
      (
        await call<RequestedPermissions>(
          'GET',
          `/permissions?identityId=${person.id}&tenantId=${world.tenantId}&isGroup=false`,
        )
      ).body
    expect(await waits()).toEqual({
      id: made.id,
      identityId: person.id,
      identityType: 'User',
      tenantId: world.tenantId,
      isInheritable: true,
      roles: [
        {
          roleId: world.docs.roleId,
          roleName: 'Reader',
          applicationId: world.docs.id,
          applicationName: 'docs',
          applicationTitle: 'docs',
        },
      ],
    })
    expect((await call('PUT', `/permissions/${made.id}`, { body: { roles: [], isInheritable: false } })).status).toBe(
      200,
    )
    expect(await waits()).toMatchObject({ id: made.id, isInheritable: false, roles: [] })
    // Anyone who decides may mend it as well; nobody else.
    expect(
      (
        await call('PUT', `/permissions/${made.id}`, {
          as: world.keeper,
          body: { roles: [world.docs.roleId], isInheritable: false },
        })
      ).status,
    ).toBe(200)
    expect(
      (await call('PUT', `/permissions/${made.id}`, { as: await someone(), body: { roles: [], isInheritable: false } }))
        .status,
    ).toBe(404)
    expect((await history(made)).map(({ email, status }) => [email, status])).toEqual(
      [world.keeper.person.email, world.consultant.person.email, world.consultant.person.email].map((email) => [
        email,
        'WaitingForApprover',
      ]),
    )
    await decide('reject', made)
    expect(await waits()).toEqual({
      id: null,
      identityId: person.id,
      identityType: 'User',
      tenantId: world.tenantId,
      isInheritable: false,
      roles: [],
    })
    const late = await call('PUT', `/permissions/${made.id}`, { body: { roles: [], isInheritable: false } })
    expect([late.status, late.body.code]).toEqual([409, 'request-is-decided'])
    expect((await ask(person)).id).not.toBe(made.id)
  })

  test('R6-20 is for roles that are meant for it, those of the portal never; for somebody who is there, at a tenant where one acts', async () => {
    const person = await addPerson(world.portico)
    const refused = async (more: object, as = world.consultant) => {
      const { status, body } = await call('POST', '/create', { as, body: wanted(person.id, more) })
      return [status, body.code, body.errors?.[0]?.field]
    }
    expect(await refused({ roles: [world.hidden] })).toEqual([400, 'role-not-found', 'roles'])
    expect(await refused({ roles: [systemRoles.User] })).toEqual([400, 'role-not-found', 'roles'])
    expect(await refused({ roles: [randomUUID()] })).toEqual([400, 'role-not-found', 'roles'])
    expect(await refused({ identityId: randomUUID() })).toEqual([404, 'identity-not-found', 'identityId'])
    expect(await refused({ identityType: 'Group' })).toEqual([404, 'identity-not-found', 'identityId'])
    expect(await refused({ tenantId: await addTenant(world.portico) })).toEqual([404, 'tenant-not-found', 'tenantId'])
    expect(await refused({ tenantId: randomUUID() }, world.administrator)).toEqual([
      404,
      'tenant-not-found',
      'tenantId',
    ])
    expect(await refused({ tenantId: '00000000-0000-0000-0000-000000000000' }, world.administrator)).toEqual([
      400,
      'tenant-is-global',
      'tenantId',
    ])
    expect((await refused({ roles: 'x' })).slice(0, 1)).toEqual([400])
    for (const role of ['User', 'UserAdministrator', 'Manager'])
      expect([role, ...(await refused({}, await someone({ roles: [role] }))).slice(0, 1)]).toEqual([role, 403])
    expect(
      await world.portico.database.query(`select 1 from operation_request where identity_id = $1`, [person.id]),
    ).toEqual([])
  })
})

describe('R7.8-01 A-141 the list', () => {
  test('has all for Administrators, those of their tenants for approvers, and their own for the person who asked; newest change first', async () => {
    const alone = await addTenant(world.portico, { title: 'Alone too' })
    const [other, mark] = [await addDelegate('IdentityConsultant', alone), randomUUID().slice(0, 8)]
    const elsewhere = await addPerson(world.portico, { lastName: mark })
    await addMembership(world.portico, { identityId: elsewhere.id, tenantId: alone })
    const [here, there] = [
      await ask(await addPerson(world.portico, { lastName: mark })),
      await ask(elsewhere, { tenantId: alone }, other),
    ]
    await decide('approve', here)
    const listed = async (as: Someone, query = '') =>
      (await call<Page<OperationRequest>>('GET', `?search=${mark}${query}`, { as })).body.items.map(
        ({ id, canApprove, isMine }) => [id, canApprove, isMine],
      )
    expect(await listed(world.administrator)).toEqual([
      [here.id, false, false],
      [there.id, true, false],
    ])
    expect(await listed(world.administrator, '&orderBy=modificationDate asc')).toEqual([
      [there.id, true, false],
      [here.id, false, false],
    ])
    expect(await listed(world.administrator, '&status=Applied')).toEqual([[here.id, false, false]])
    expect(
      await listed(
        world.administrator,
        `&filter=${encodeURIComponent(`status eq 'WaitingForApprover'`)}&tenantId=${alone}`,
      ),
    ).toEqual([[there.id, true, false]])
    expect(await listed(world.keeper)).toEqual([[here.id, false, false]])
    expect(await listed(world.consultant)).toEqual([[here.id, false, true]])
    expect(await listed(other)).toEqual([[there.id, false, true]])
    expect(await listed(await someone({ roles: ['UserAdministrator'] }))).toEqual([])
    expect((await call('GET', `/history/${here.id}`, { as: other })).status).toBe(404)
  })

  test('keeps whose it was when that is gone', async () => {
    const person = await addPerson(world.portico, { firstName: 'Otto', lastName: 'Gone' })
    const made = await ask(person)
    await decide('approve', made)
    await createBrowser(world.portico.origin).request('DELETE', `/api/v1/admin/users/${person.id}`, {
      headers: world.administrator.bearer,
    })
    const { items } = (await call<Page<OperationRequest>>('GET', '?search=otto gone', { as: world.administrator })).body
    expect(items).toMatchObject([{ id: made.id, displayName: 'Otto Gone', email: person.email, status: 'Applied' }])
  })
})
