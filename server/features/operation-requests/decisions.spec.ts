// Who decides requests for access, one at a time and several at once (T31, R7.8-05).
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'
import { openRequests } from './requests.harness.ts'

const { world, addPerson, someone, addDelegate, call, ask, decide, history, rolesAt, noticesOf } = openRequests()

describe('R4.10-01 T31 who decides', () => {
  test('A-130 those who administer the tenant, or any Administrator; not the person who asked; where nobody does, Administrators', async () => {
    const [person, alone] = [await addPerson(world.portico), await addTenant(world.portico, { title: 'Alone' })]
    const elsewhere = await addDelegate('TenantAdministrator', alone)
    const own = await ask(person, {}, world.keeper)
    expect(own.approvers).toEqual([
      { id: world.administrator.person.id, displayName: 'Ana Ruiz', email: world.administrator.person.email },
    ])
    expect((await decide('approve', own)).status).toBe(403)
    expect((await decide('approve', own, { as: elsewhere })).status).toBe(404)
    expect((await decide('approve', own, { as: world.consultant })).status).toBe(404)
    expect(
      (await decide('approve', own, { as: await someone({ roles: ['UserAdministrator', 'Manager', 'God'] }) })).status,
    ).toBe(404)
    expect((await decide('approve', own, { as: world.administrator })).body.request.status).toBe('Applied')
    const there = await ask(await addPerson(world.portico), { tenantId: alone }, world.administrator)
    expect(there.approvers.map(({ id }) => id)).toEqual([elsewhere.person.id])
  })

  test('R4.10-02 R4.10-03 rejected by the person who decides, with a word; cancelled by the person who asked, and by nobody else', async () => {
    const [first, second] = [await ask(await addPerson(world.portico)), await ask(await addPerson(world.portico))]
    expect((await decide('cancel', first)).status).toBe(403)
    expect((await decide('reject', first, { as: world.consultant })).status).toBe(403)
    const rejected = await decide('reject', first, { body: { reason: 'Not in this project' } })
    expect(rejected.body.request).toMatchObject({
      status: 'Rejected',
      reason: 'Not in this project',
      canApprove: false,
    })
    expect((await noticesOf(world.consultant.person)).at(-1)).toBe(
      'The request for Ana Ruiz at Acme was rejected: Not in this project',
    )
    expect((await decide('cancel', second, { as: world.consultant })).body.request.status).toBe('Cancelled')
    for (const request of [first, second])
      for (const verb of ['approve', 'reject'] as const)
        expect((await decide(verb, request)).body.code).toBe('request-is-decided')
    expect((await decide('cancel', second, { as: world.consultant })).status).toBe(409)
    expect((await history(second)).map(({ status, requestType }) => [status, requestType])).toEqual([
      ['Cancelled', 'Permission'],
      ['WaitingForApprover', 'Permission'],
    ])
  })

  test('anyone who administered the tenant when they looked, and does not any more, decides nothing', async () => {
    const [made, former] = [
      await ask(await addPerson(world.portico)),
      await addDelegate('TenantAdministrator', world.tenantId),
    ]
    expect((await call<Page<OperationRequest>>('GET', '?take=1', { as: former })).body.items).toMatchObject([
      { id: made.id, canApprove: true },
    ])
    await world.portico.write((tx) => tx.query(`delete from tenant_member where identity_id = $1`, [former.person.id]))
    for (const verb of ['approve', 'reject'] as const)
      expect((await decide(verb, made, { as: former })).status).toBe(404)
    expect(
      (await call<{ errors: unknown[] }>('POST', '/approveInBulk', { as: former, body: [made.id] })).body.errors,
    ).toEqual([{ id: made.id, reason: 'Not found', code: 'request-not-found' }])
    expect((await history(made)).map(({ status }) => status)).toEqual(['WaitingForApprover'])
  })

  test('A-137 R7.12-08 the address says which one: another id in the body is refused, and names its field', async () => {
    const made = await ask(await addPerson(world.portico))
    const { status, body } = await decide('approve', made, { body: { OperationRequestId: randomUUID() } })
    expect([status, body.errors]).toMatchObject([400, [{ field: 'OperationRequestId' }]])
    expect((await decide('approve', { id: randomUUID() })).status).toBe(404)
    const none = await call('POST', `/approve/${made.id}`, { as: world.keeper, body: {} })
    expect([none.status, none.body.errors[0]?.field]).toEqual([400, 'OperationRequestId'])
    expect(
      (await call('POST', `/reject/${made.id}`, { as: world.consultant, body: { operationrequestid: made.id } }))
        .status,
    ).toBe(403)
    expect((await history(made))[0]?.status).toBe('WaitingForApprover')
  })

  test('R6-21 A-131 Administrators and the seven categories approve their own at once, both steps in the history; from anybody else it waits', async () => {
    const waits = await ask(await addPerson(world.portico), { autoApprove: true })
    expect(waits.status).toBe('WaitingForApprover')
    const person = await addPerson(world.portico)
    const atOnce = await ask(person, { autoApprove: true }, world.administrator)
    expect([atOnce.status, await rolesAt(person)]).toEqual(['Applied', ['Reader']])
    expect((await history(atOnce)).map(({ status, requestType }) => [status, requestType])).toEqual([
      ['Applied', 'ApproveOperationRequest'],
      ['WaitingForApprover', 'Permission'],
    ])
    for (const [category, status] of [
      ['Director', 'Applied'],
      ['technical office leader', 'Applied'],
      ['Consultant', 'WaitingForApprover'],
      [null, 'WaitingForApprover'],
    ]) {
      const asker = await addDelegate('IdentityConsultant', world.tenantId)
      await world.portico.write((tx) =>
        tx.query(`update portal_user set internal_category = $2 where id = $1`, [asker.person.id, category]),
      )
      const identityId = (await addPerson(world.portico)).id
      const made = await call('POST', `/permissions?tenantId=${world.tenantId}&autoApprove=true`, {
        as: asker,
        body: { identityType: 'User', identityId, roles: [world.docs.roleId] },
      })
      expect([category, made.body.status]).toEqual([category, status])
    }
  })
})

describe('T31 R7.8-05 R4.10-04 several at once', () => {
  test('A-138 each by itself: single payloads or plain ids; what cannot be done is named, the rest is done', async () => {
    const [one, two, own] = [
      await ask(await addPerson(world.portico)),
      await ask(await addPerson(world.portico)),
      await ask(await addPerson(world.portico), {}, world.keeper),
    ]
    await decide('reject', two)
    const nobodys = randomUUID()
    const { status, body } = await call<{ success: boolean; errors: { id: string; reason: string }[] }>(
      'POST',
      '/approveInBulk',
      { as: world.keeper, body: [one.id, { operationRequestId: two.id, CreatedByDisplayName: 'x' }, own.id, nobodys] },
    )
    expect([status, body.success]).toEqual([200, false])
    expect(Object.fromEntries(body.errors.map(({ id, reason }) => [id, reason]))).toEqual({
      [two.id]: 'This request is decided already',
      [own.id]: 'You dont have permission to perform this action',
      [nobodys]: 'Not found',
    })
    expect((await history(one))[0]?.status).toBe('Applied')
    const [three, four] = [await ask(await addPerson(world.portico)), await ask(await addPerson(world.portico))]
    expect((await call('POST', '/rejectInBulk', { as: world.keeper, body: [three.id, four.id] })).body).toEqual({
      success: true,
      errors: [],
    })
    for (const request of [three, four]) expect((await history(request))[0]?.status).toBe('Rejected')
    expect((await call('POST', '/approveInBulk', { as: world.keeper, body: [] })).status).toBe(400)
    expect((await call('POST', '/approveInBulk', { as: world.keeper, body: ['x'] })).status).toBe(400)
  })
})
