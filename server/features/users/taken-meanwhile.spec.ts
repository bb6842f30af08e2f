// Somebody takes a name between the check of an import's rows and their transaction: that row is named, and all others
// are imported.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ImportResult, rowsAtOnce } from '#contract/kernel/bulk-import.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'

let portico: TestPortico
let as: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico()
  as = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())
afterEach(() => vi.restoreAllMocks())

const titles = ['userName', 'email', 'firstName', 'lastName', 'area', 'language', 'password']

/** Of the first one a password is hashed, which is done after the check and before the transaction. */
const people = (mark: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const name = `${mark}.${at}`
    return [name, `${name}@people.example`, 'Ada', 'Byron', 'Customers', 'en', at === 0 ? 'Quite-Long-7-Word' : '']
  })

const whileHashed = (work: () => Promise<unknown>) => {
  const { passwords } = portico.portico.services
  const real = passwords.hash.bind(passwords)
  vi.spyOn(passwords, 'hash').mockImplementationOnce(async (...secret) => {
    await work()
    return real(...secret)
  })
}

const importOf = async (rows: readonly (readonly string[])[]) =>
  (
    await upload<ImportResult>(portico, '/admin/users/bulk_insert', {
      as,
      bytes: await workbook(portico, titles, rows),
    })
  ).body

const recorded = async (mark: string) => {
  const [row] = await portico.database.query<{ people: number; created: number }>(
    `select count(distinct u.id) as people, count(f.id) as created
       from portal_user u left join audit_event f on f.subject = u.id::text and f.type = 'user.created'
      where u.user_name like $1`,
    [`${mark}.%`],
  )
  return row
}

test('of a few rows it is told at once', async () => {
  const mark = `few-${randomUUID()}`
  whileHashed(() => addPerson(portico, { userName: `${mark}.2` }))
  const result = await importOf(people(mark, 4))
  expect([result.totalElements, result.importedElements]).toEqual([4, 3])
  expect(result.errors.map(({ row, issues }) => [row, issues?.[0]?.code])).toEqual([[4, 'in-use-or-alike']])
  // The one who took the name was created by hand, without an entry.
  expect(await recorded(mark)).toEqual({ people: 4, created: 3 })
})

type End = { done: number; Errors: { row: number; issues: { code: string }[] }[] }

test('of many rows the process keeps it, and goes on with the next thousand', async () => {
  const mark = `many-${randomUUID()}`
  whileHashed(() => addPerson(portico, { email: `${mark}.700@people.example` }))
  const rows = people(mark, 1_000 + rowsAtOnce)
  const { processId } = await importOf(rows)
  const { data } = await until(
    async () =>
      (
        await portico.database.query<{ data: End }>(`select data from notification where process_id = $1`, [processId])
      )[0],
  )
  expect(data.done).toBe(rows.length)
  expect(data.Errors.map(({ row, issues }) => [row, issues[0]?.code])).toEqual([[702, 'in-use-or-alike']])
  expect(await recorded(mark)).toEqual({ people: rows.length - 1, created: rows.length - 1 })
})
