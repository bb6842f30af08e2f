// An account that was judged is held only as it was then.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountByName } from '#server/features/accounts/accounts.public.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { AccountMoved, lockAccount } from './locked-account.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

test.each([
  ['has another password', `update portal_user set security_stamp = gen_random_uuid() where id = $1`],
  ['has another e-mail', `update portal_user set email = 'moved-' || email where id = $1`],
  ['has another name', `update portal_user set user_name = 'moved-' || user_name where id = $1`],
  ['is gone', `delete from portal_user where id = $1`],
])('T70 an account that %s by now is judged again', async (_, change) => {
  const { id, userName } = await addPerson(portico)
  const judged = await accountByName(portico.database, userName)
  expect(judged?.id).toBe(id)
  const hold = () => portico.write((tx) => lockAccount(tx, judged))
  expect(await hold()).toEqual(judged)
  await portico.database.query(change, [id])
  await expect(hold()).rejects.toThrow(AccountMoved)
})
