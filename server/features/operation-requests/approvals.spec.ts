// Approved requests for access: what is applied, what is undone as a whole, and who is told (R4.10-01).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OperationRequest } from '#contract/operation-requests.ts'
import type { Why } from '#contract/why.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { openRequests } from './requests.harness.ts'

const { world, addPerson, call, ask, decide, history, rolesAt, noticesOf } = openRequests()
let areaId: string
beforeAll(async () => {
  areaId = (await world.portico.database.query<{ id: string }>(`select id from area where is_default`))[0]?.id ?? ''
})

describe('R4.10-01 approved', () => {
  test('R6-23 R7.8-06 it is applied: the roles as they were asked for, by request; both sides are told, in their languages', async () => {
    const person = await addPerson(world.portico, { firstName: 'Clara', lastName: 'Domènech', language: 'de' })
    const made = await ask(person)
    const { status, body } = await decide('approve', made, {
      body: { OperationRequestId: made.id, CreatedByDisplayName: 'somebody else' },
    })
    expect([status, body.success, body.errors, body.request.status, body.request.createdByDisplayName]).toEqual([
      200,
      true,
      [],
      'Applied',
      'Diego Almeida',
    ])
    expect(await rolesAt(person)).toEqual(['Reader'])
    const why = (
      await createBrowser(world.portico.origin).get(
        `/api/v1/admin/access/why?userId=${person.id}&roleId=${world.docs.roleId}&tenantId=${world.tenantId}`,
        world.administrator.bearer,
      )
    ).json<Why>()
    expect(why.chains[0]?.role.given).toMatchObject({ by: { id: world.keeper.person.id }, requestId: made.id })
    expect(await noticesOf(person)).toEqual(['Sie haben jetzt Zugriff bei Acme: docs: Reader'])
    expect(await noticesOf(world.consultant.person)).toContain('The request for Clara Domènech at Acme was applied')
    expect((await history(made)).map(({ requestType, status: now, email }) => [requestType, now, email])).toEqual([
      ['ApproveOperationRequest', 'Applied', world.keeper.person.email],
      ['Permission', 'WaitingForApprover', world.consultant.person.email],
    ])
    const events = await world.portico.database.query<{ type: string }>(
      `select type from audit_event where actor_id = $1 and at >= $2 order by id`,
      [world.keeper.person.id, made.createdOn],
    )
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['request.applied', 'member.added', 'notification.sent']),
    )
  })

  test('A-135 it replaces what may be asked for; what nobody may ask for stays, and the row keeps its id', async () => {
    const person = await addPerson(world.portico)
    await assignRole(world.portico, {
      identityId: person.id,
      roleId: world.hidden,
      tenantId: world.tenantId,
      inheritable: false,
    })
    await decide('approve', await ask(person, { roles: [world.docs.roleId, world.hidden], isInheritable: true }))
    expect(await rolesAt(person)).toEqual(['Chief', 'Reader'])
    await decide('approve', await ask(person, { roles: [] }))
    expect(await rolesAt(person)).toEqual(['Chief'])
  })

  test('A-136 R7.8-03 a draft that was asked for with it is let in and invited; rejected, it stays a draft', async () => {
    const form = (n: string) => ({
      userName: `draft.${n}`,
      email: `draft.${n}@client.example`,
      firstName: 'Ina',
      lastName: n,
      areaId,
      language: 'es',
      tenantId: world.tenantId,
      roles: [world.docs.roleId],
      isInheritable: false,
    })
    const created = await call('POST', '/createUser', { body: form('one') })
    expect([created.status, created.body.status, created.body.displayName]).toEqual([
      200,
      'WaitingForApprover',
      'Ina one',
    ])
    const draft = async ({ identityId }: OperationRequest) =>
      (
        await world.portico.database.query<{ draft: boolean }>(`select draft from portal_user where id = $1`, [
          identityId,
        ])
      )[0]?.draft
    expect(await draft(created.body)).toBe(true)
    await decide('approve', created.body)
    expect([await draft(created.body), await rolesAt({ id: created.body.identityId })]).toEqual([false, ['Reader']])
    expect(await world.portico.mailTo('draft.one@client.example')).toBeDefined()
    const invited = await world.portico.database.query(
      `select 1 from audit_event where type = 'user.invited' and subject = $1 and operation = 'InviteUsersWithOperationRequest'`,
      [created.body.identityId],
    )
    expect(invited).toHaveLength(1)
    const other = (await call('POST', '/createUser', { body: form('two') })).body
    await decide('reject', other)
    expect([await draft(other), await rolesAt({ id: other.identityId })]).toEqual([true, []])
    const taken = await call('POST', '/createUser', { body: form('two') })
    expect([taken.status, taken.body.code]).toEqual([409, 'user-name-taken'])
    expect((await call('POST', '/createUser', { body: { ...form('x'), email: 'nobody' } })).body.errors).toMatchObject([
      { field: 'email' },
    ])
  })

  test('A-132 what cannot be applied any more is undone as a whole and becomes RollBack, with its reason, for good', async () => {
    const [person, group] = [await addPerson(world.portico), randomUUID()]
    await world.portico.write((tx) =>
      tx.query(`insert into user_group (id, name, area_id) values ($1, $2, $3)`, [
        group,
        `group ${group.slice(0, 8)}`,
        areaId,
      ]),
    )
    const made = await ask(person)
    await world.portico.write((tx) =>
      tx.query(`update role set operation_request_visibility = false where id = $1`, [world.docs.roleId]),
    )
    const speak = (language: string) =>
      world.portico.write((tx) =>
        tx.query(`update portal_user set language = $2 where id = $1`, [world.keeper.person.id, language]),
      )
    await speak('de')
    const { status, body } = await decide('approve', made)
    await speak('en')
    await world.portico.write((tx) =>
      tx.query(`update role set operation_request_visibility = true where id = $1`, [world.docs.roleId]),
    )
    const reason = 'Role not found or not available for the selected application'
    expect([status, body.success, body.errors, body.request.status, body.request.reason]).toEqual([
      200,
      false,
      [reason],
      'RollBack',
      reason,
    ])
    expect(await rolesAt(person)).toEqual([])
    expect((await history(made))[0]).toMatchObject({ status: 'RollBack', reason })
    // That it waited is told by a job, which may come last.
    expect(await noticesOf(world.consultant.person)).toContain(
      `The request for Ana Ruiz at Acme could not be applied: ${reason}`,
    )
    expect(await noticesOf(world.keeper.person)).toContain(
      'Die Anfrage für Ana Ruiz bei Acme konnte nicht umgesetzt werden: ' +
        'Rolle nicht gefunden oder für die gewählte Anwendung nicht verfügbar',
    )
    expect(body).toMatchObject({ code: 'role-not-found' })
    expect((await decide('approve', made)).status).toBe(409)
  })
})
