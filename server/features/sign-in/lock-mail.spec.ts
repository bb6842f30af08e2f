// The owner hears of a lock, once per lock, and nobody hears of a name without an account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, type AccountApi, guess, later } from '#server/spec/testing/account-api.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

const mailsTo = (address: string) => portico.mails.filter((mail) => mail.to.address === address)

test('R9-06 R9-08 each lock is mailed to the owner, the last one as what it is', async () => {
  const { userName, email } = await addPerson(portico)
  await guess(api, userName, 7)
  await until(() => mailsTo(email).length === 1)
  await later(portico, 6, () => guess(api, userName, 5))
  await until(() => mailsTo(email).length === 2)
  await later(portico, 12, () => guess(api, userName, 5))
  await until(() => mailsTo(email).length === 3)
  expect(mailsTo(email)[0]?.text).toMatch(/5 minutes/)
  expect(mailsTo(email)[2]?.text).not.toMatch(/5 minutes/)
  expect(mailsTo(email)[2]?.text).toMatch(/administrator/i)
})

test('a name without an account is locked without a mail', async () => {
  await guess(api, 'nobody-at-all', 5)
  const { userName, email } = await addPerson(portico)
  await guess(api, userName, 5)
  await until(() => mailsTo(email).length === 1)
  expect(portico.mails.map((mail) => mail.to.address)).not.toContain('nobody-at-all')
})
