// An installation that is running meets a new version: what people have open goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLog } from '#server/features/audit/audit.public.ts'
import { personOfSession } from '#server/features/sessions/sessions.public.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { declaredTypes } from './testing/audit-event-types.ts'
import { migrateUntil } from './testing/older-version.ts'
import { sealAll } from './testing/sealing.ts'
import { type FreshDatabase, freshDatabase } from './testing/database.ts'

const tenant = '0b7f2c52-5d0e-4f63-9d2a-0c7d3f5a9e11'

let fresh: FreshDatabase
let database: SpecDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  database = connectSpec(fresh.connection, { max: 2 })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

const insertSession = (secret: string, userName: string) =>
  database.query(
    `insert into session (id, uid, user_id, expires_on, payload)
     select sha256(convert_to($1, 'utf8')), $1, id, now() + interval '1 hour', '{}'
       from portal_user
      where user_name = $2`,
    [secret, userName],
  )

test('T70 sessions of before the update live on, and so do those that the older version begins beside it', async () => {
  await migrateUntil('_session_stamp.sql', database)
  await database.query(`insert into area (id, name, is_default) values (gen_random_uuid(), 'Everybody', true)`)
  await database.query(
    `insert into portal_user (id, user_name, email, area_id) select gen_random_uuid(), 'ana', 'ana@people.example', id from area`,
  )
  await insertSession('of before', 'ana')
  await migrate(database)
  await insertSession('of the older version', 'ana')
  for (const secret of ['of before', 'of the older version'])
    expect(await personOfSession(database, secret)).toMatchObject({ userName: 'ana' })
  await database.query(`update portal_user set security_stamp = gen_random_uuid()`)
  for (const secret of ['of before', 'of the older version'])
    expect(await personOfSession(database, secret)).toBeUndefined()
})

test('an instance of the version before goes on writing and reading under the old names of tables', async () => {
  const inserted = await database.query<{ id: number }>(
    `insert into fact (at, type, subject, actor_kind) values (now(), 'area.added', 'by the old name', 'system') returning id`,
  )
  const read = await database.query<{ id: number }>(`select id from audit_event where subject = 'by the old name'`)
  expect(read).toEqual(inserted)
  expect(
    await database.query(`select member_id from given_role g where ends_on <= now() for update of g skip locked`),
  ).toEqual([])
  expect(await database.query(`select role_id from effective_grants(gen_random_uuid(), gen_random_uuid())`)).toEqual([])
})

test('processes and role assignments of before the update, and those of the older version beside it, are kept', async () => {
  const other = await freshDatabase({ empty: true })
  const older = connectSpec(other.connection, { max: 2 })
  const insertProcess = (language: string) =>
    older.query(
      `insert into process (id, user_id, type, state, input, visit, queued_on)
       select gen_random_uuid(), id, 'none', 'Queued', '{}', jsonb_build_object('language', $1::text), now()
         from portal_user`,
      [language],
    )
  await migrateUntil('_glossary_names.sql', older)
  await older.query(`insert into area (id, name, is_default) values (gen_random_uuid(), 'Everybody', true)`)
  await older.query(
    `insert into portal_user (id, user_name, email, area_id) select gen_random_uuid(), 'ana', 'ana@people.example', id from area`,
  )
  await insertProcess('de')
  await migrate(older)
  await insertProcess('it')
  await older.query(
    `insert into process (id, user_id, type, state, input, request_info, queued_on)
     select gen_random_uuid(), id, 'none', 'Queued', '{}', '{"language": "fr"}', now()
       from portal_user`,
  )
  const processes = await older.query(
    `select visit ->> 'language' as old, request_info ->> 'language' as today from process order by today`,
  )
  const assignments = await older.query(
    `select (select count(*) from tenant_member_role) - (select count(*) from current_role_assignment) as fewer,
            (select count(*) from portal_role_given(gen_random_uuid(), 'Administrator')) as roles`,
  )
  await older.close()
  await other.drop()
  expect(processes).toEqual(['de', 'fr', 'it'].map((language) => ({ old: language, today: language })))
  expect(assignments).toEqual([{ fewer: 0, roles: 0 }])
})

test('audit events of earlier names are read by the schemas of today', async () => {
  const other = await freshDatabase({ empty: true })
  const older = connectSpec(other.connection, { max: 2 })
  await migrateUntil('_audit_events.sql', older)
  await older.query(
    `insert into audit_event (at, type, subject, actor_kind, before, after)
     values (now(), 'access.undone', '${tenant}', 'user', null, '{"fact": 7, "type": "tenant.moved"}'),
            (now(), 'tenant.two-factor-changed', '${tenant}', 'user', '{"requiredTwoModeAuthentification": false}', '{"requiredTwoModeAuthentification": true}'),
            (now(), 'member.read', '${tenant}', 'user', null, null),
            (now(), 'tenant.exported', '${tenant}', 'user', null, null),
            (now(), 'operation-request.created', '${tenant}', 'user', null, '{"identityId": "${tenant}", "roles": ["${tenant}"], "status": "WaitingForApprover"}'),
            (now(), 'operation-request.approved', '${tenant}', 'user', '{"status": "WaitingForApprover"}', '{"status": "Applied", "reason": null}'),
            (now(), 'operation-request.rejected', '${tenant}', 'user', '{"status": "WaitingForApprover"}', '{"status": "Rejected", "reason": "no"}'),
            (now(), 'operation-request.rolled-back', '${tenant}', 'user', '{"status": "WaitingForApprover"}', '{"status": "RollBack", "reason": "no"}'),
            (now(), 'operation-request.cancelled', '${tenant}', 'user', '{"status": "WaitingForApprover"}', '{"status": "Cancelled", "reason": null}')`,
  )
  await migrate(older)
  const events = await older.query<{ type: string; before: unknown; after: unknown }>(
    `select type, before, after from audit_event order by id`,
  )
  await older.close()
  await other.drop()
  expect(events.map(({ type }) => type)).toEqual([
    'access.undone',
    'tenant.second-factor-set',
    'data.read',
    'data.read',
    'request.created',
    'request.applied',
    'request.rejected',
    'request.rolled-back',
    'request.cancelled',
  ])
  const types = new Map((await declaredTypes()).map((type) => [type.type, type]))
  const unread = events.filter((event) => types.get(event.type)?.read(event) === undefined)
  // What the demonstration said of a new request was less than there is to say.
  expect(unread.map(({ type }) => type)).toEqual(['request.created'])
})

test('audit events of before the update are sealed, and so are those that the older version writes beside it', async () => {
  const other = await freshDatabase({ empty: true })
  const older = connectSpec(other.connection, { max: 2 })
  const write = (subject: string, day = 'now()') =>
    older.query(`insert into fact (at, type, subject, actor_kind) values (${day}, 'area.created', $1, 'system')`, [
      subject,
    ])
  const seal = () => sealAll(older)
  const verify = () => older.transaction((tx) => verifyLog(tx), { isolation: 'repeatable read' })
  await migrateUntil('_audit_seals.sql', older)
  await write('of before', `timestamptz '2024-02-29'`)
  await migrate(older)
  await write('of the older version')
  await seal()
  const untouched = await verify()
  await older.query(`update audit_sealing set digests_from = now()`)
  await write('when no older version runs any more')
  await seal()
  const { firstBreak } = await verify()
  await older.close()
  await other.drop()
  expect(untouched).toMatchObject({ entries: 2, undigested: 2, unsealed: 0, firstBreak: undefined })
  expect(firstBreak?.what).toBe('inserted')
})
