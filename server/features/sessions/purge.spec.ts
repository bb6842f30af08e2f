import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { purgeExpired } from './sessions.public.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

test('tokens that expired an hour ago are deleted, more of them than one statement takes; later ones stay', async () => {
  const { database } = portico
  const insert = `insert into oidc_payload (id, kind, expires_on, payload)
     select sha256(($1::text || n)::bytea), 'AccessToken', now() + $2::interval, '{}' from generate_series(1, $3::int) n`
  await database.execute(insert, ['old', '-61 minutes', 10_001])
  await database.execute(insert, ['just now', '-59 minutes', 2])
  await database.execute(insert, ['living', '5 minutes', 3])
  await purgeExpired(database)
  const [left] = await database.query<{ count: number }>(`select count(*)::int as count from oidc_payload`)
  expect(left?.count).toBe(5)
})
