// An installation that is running meets a new version: what people have open goes on.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personOfSession } from '#server/features/sessions/sessions.public.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { type FreshDatabase, freshDatabase } from './testing/database.ts'

const folder = path.resolve(import.meta.dirname, '../migrations')

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

/** The migrations before the one whose name ends like this. */
const migrateUntil = async (last: string) => {
  const before = await mkdtemp(path.join(os.tmpdir(), 'portico-migrations-'))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const end = names.findIndex((name) => name.endsWith(last))
  for (const name of names.slice(0, end)) await cp(path.join(folder, name), path.join(before, name))
  await migrate(database, before)
  await rm(before, { recursive: true })
}

const insertSession = (secret: string, userName: string) =>
  database.query(
    `insert into session (id, uid, user_id, expires_on, payload)
     select sha256(convert_to($1, 'utf8')), $1, id, now() + interval '1 hour', '{}'
       from portal_user
      where user_name = $2`,
    [secret, userName],
  )

test('T70 sessions of before the update live on, and so do those that the older version begins beside it', async () => {
  await migrateUntil('_session_stamp.sql')
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
