// One thing of each kind to aim at, of a person of their own.
import { randomUUID } from 'node:crypto'
import { notify, storeFile } from '#server/features/notifications/notifications.public.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { addApplication, addPerson, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import type { SpecTx } from '#server/spec/testing/spec-database.ts'
import { makeByExample } from './made-by-example.ts'
import { insertMemberEvent, insertRemovedTenant } from './target-events.ts'
import { insertKept } from './target-settings.ts'
import type { Target } from './target.ts'

/** Stands in every text of what is aimed at: anyone who reads it reads somebody else's. */
export const mark = 'Foreign-Mark'

type Owner = { personId: string; application: TestApplication; groupId: string; tenantId: string }

const insertOwned = async (portico: TestPortico, { personId, application, groupId, tenantId }: Owner) => {
  const ids = {
    keyId: randomUUID(),
    processId: randomUUID(),
    scopedPermissionId: randomUUID(),
    requestId: randomUUID(),
  }
  await portico.write(async (tx) => {
    await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [
      groupId,
      personId,
    ])
    await tx.query(
      `insert into access_token (id, name, application_id, created_by, created_on, expires_on, token_hash, prefix)
       values ($1, $2, $3, $4, now(), now() + interval '9 days', decode(md5($1::uuid::text) || md5($1::uuid::text), 'hex'), 'ptc_foreig')`,
      [ids.keyId, `${mark} ${ids.keyId}`, application.id, personId],
    )
    await tx.query(
      `insert into process (id, user_id, type, input, request_info, state, queued_on, lease_until)
       values ($1, $2, 'AdminReport', '{}', '{"ip":"","apiEntry":"","language":"en"}', 'Queued', now(), now() + interval '1 hour')`,
      [ids.processId, personId],
    )
    await tx.query(
      `insert into passkey (id, user_id, credential_id, public_key, counter, transports, synced, name, created_on)
       values ($2, $1, decode(md5($1::uuid::text), 'hex'), '', 0, '{}', false, 'a passkey', now())`,
      [personId, ids.processId],
    )
    await tx.query(`update application set disclaimer = '{"en":"Terms"}' where id = $1`, [application.id])
    await tx.query(
      `insert into scoped_permission (id, application_id, user_id, scope) values ($1, $2, $3, 'foreign:mark')`,
      [ids.scopedPermissionId, application.id, personId],
    )
  })
  await insertRequest(portico, { id: ids.requestId, personId, application, tenantId })
  return ids
}

const insertRequest = (
  portico: TestPortico,
  { id, personId, application, tenantId }: Omit<Owner, 'groupId'> & { id: string },
) =>
  portico.write(async (tx) => {
    await tx.query(`update role set operation_request_visibility = true where id = $1`, [application.roleId])
    await tx.query(
      `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, requested_roles, created_by, created_by_display_name, created_on, modification_date)
       values ($1, $2, 'User', $3, $4, 'Permission', 'WaitingForApprover', $5, $2, $3, now(), now())`,
      [id, personId, mark, tenantId, [application.roleId]],
    )
  })

/** Somebody new, whom the person asks to be let in. */
const insertDraft = async (
  portico: TestPortico,
  { personId, tenantId, short }: Pick<Owner, 'personId' | 'tenantId'> & { short: string },
) => {
  const draft = await addPerson(portico, { userName: `new-${short}`, draft: true, firstName: mark, lastName: mark })
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`update portal_user set created_by = $2 where id = $1`, [draft.id, personId])
    await tx.query(
      `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, created_by, created_on, modification_date)
       values ($1, $2, 'User', $3, $4, 'Permission', 'WaitingForApprover', $5, now(), now())`,
      [id, draft.id, mark, tenantId, personId],
    )
  })
  return id
}

/** An area, a group that it belongs to, and a tenant. */
const insertPlaces = async (portico: TestPortico, short: string) => {
  const [areaId, groupId] = [randomUUID(), randomUUID()]
  await portico.write(async (tx) => {
    await tx.query(`insert into area (id, name) values ($1, $2)`, [areaId, `${mark} ${short}`])
    await tx.query(`insert into user_group (id, name, area_id, created_by) values ($1, $2, $3, 'seed')`, [
      groupId,
      `${mark} ${short}`,
      areaId,
    ])
  })
  return { areaId, groupId, tenantId: await addTenant(portico, { title: `${mark} ${short}` }) }
}

/** What the person asked of the data-protection officer. */
const insertRightsRequest = async (portico: TestPortico, personId: string) => {
  const [rightsRequestId, receivedRightsId, rightsDocumentId] = [randomUUID(), randomUUID(), randomUUID()]
  await portico.write(async (tx) => {
    await tx.query(
      `insert into rights_request (id, user_id, user_name, mail_to, language, request_date, full_name, email, request_type, rights, state, received_on, due_on)
       select r.id, $2, $3, 'x@people.example', 'en', now(), $3, 'x@people.example', 'Direct', '{Access}', r.state, now(), now() + interval '1 month'
         from (values ($1::uuid, 'InWork'), ($4::uuid, 'Received')) as r (id, state)`,
      [rightsRequestId, personId, mark, receivedRightsId],
    )
    await tx.query(
      `insert into rights_document (id, request_id, place, name, media_type, body) values ($1, $2, 0, 'id.pdf', 'application/pdf', $3)`,
      [rightsDocumentId, rightsRequestId, Buffer.from(mark)],
    )
  })
  return { rightsRequestId, receivedRightsId, rightsDocumentId }
}

/** What the person was told, and a file of theirs. */
const insertMessages = async (portico: TestPortico, personId: string) => {
  const ctx = { newId: randomUUID, now: new Date(), services: portico.portico.services }
  const notified = await portico.write((tx) =>
    notify(tx, ctx, { userId: personId, type: 'PermissionAssigned', ...inPlainWords(mark) }),
  )
  const { url } = await storeFile(portico.database, ctx, {
    ownerId: personId,
    name: 'x.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Buffer.from(mark),
  })
  return { notificationId: (notified.after as { id: string }).id, file: url }
}

/** As `portico`, with everything written and read in one transaction: thirty of them would take most of the time. */
const within = (portico: TestPortico, tx: SpecTx): TestPortico => ({
  ...portico,
  write: (work) => work(tx),
  database: { ...portico.database, query: tx.query, execute: tx.execute },
})

const makeOwned = async (portico: TestPortico, short: string) => {
  const person = await addPerson(portico, { userName: `target-${short}`, firstName: mark, lastName: mark })
  const application = await addApplication(portico, { name: `target-${short}`, scopes: ['foreign:mark'] })
  const { areaId, groupId, tenantId } = await insertPlaces(portico, short)
  await assignRole(portico, { identityId: person.id, roleId: application.roleId, tenantId })
  await assignRole(portico, { identityId: groupId, identityType: 'Group', roleId: application.roleId, tenantId })
  const owned = await insertOwned(portico, { personId: person.id, application, groupId, tenantId })
  const [row] = await portico.database.query<{ id: string }>(
    `select id from tenant_member where tenant_id = $1 and identity_id = $2`,
    [tenantId, person.id],
  )
  const eventId = await insertMemberEvent(portico, row?.id)
  return {
    person,
    areaId,
    groupId,
    application,
    tenantId,
    eventId,
    ...owned,
    draftRequestId: await insertDraft(portico, { personId: person.id, tenantId, short }),
    ...(await insertMessages(portico, person.id)),
    ...(await insertRightsRequest(portico, person.id)),
    memberId: row?.id ?? '',
    removedId: await insertRemovedTenant(portico, { areaId, mark }),
    ...(await insertKept(portico, { name: `${mark} ${short}`, eventId })),
  }
}

/** One of everything, of a person of their own. */
export const makeTarget = async (portico: TestPortico): Promise<Target> => {
  const short = randomUUID().slice(0, 8)
  const owned = await portico.write((tx) => makeOwned(within(portico, tx), short))
  return { ...owned, made: await makeByExample(portico, `${mark} ${short}`) }
}
