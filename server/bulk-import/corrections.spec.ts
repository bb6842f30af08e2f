// Rows of a workbook that are corrected on the screen: checked again with all others, and imported as they then are.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Correction, type ImportResult, mostCorrections, mostEditable } from '#contract/kernel/bulk-import.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'
import { correctedBatches, correctionsOf } from './corrections.ts'

let portico: TestPortico
let administrator: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const titles = ['User name', 'e-mail', 'firstName', 'lastName', 'area', 'language', 'password']
const mark = () => `mended.${randomUUID().slice(0, 8)}`
const row = (name: string, change: { email?: string; area?: string; password?: string } = {}) => [
  name,
  change.email ?? `${name}@people.example`,
  'Ana',
  'Ruiz',
  change.area ?? 'Customers',
  'es',
  change.password ?? '',
]

type UploadInput = {
  corrections?: readonly Correction[] | string
  dryRun?: boolean
  to?: string
  head?: readonly string[]
}
const send = async (
  rows: readonly (readonly string[])[],
  { corrections, dryRun = true, to, head }: UploadInput = {},
) => {
  const text = typeof corrections === 'string' ? corrections : JSON.stringify(corrections)
  return upload<ImportResult & Problem>(portico, `${to ?? '/admin/users/bulk_insert'}${dryRun ? '?dryRun=true' : ''}`, {
    bytes: await workbook(portico, head ?? titles, rows),
    as: administrator,
    ...(text !== undefined && { beside: { corrections: text } }),
  })
}
const sent = async (...given: Parameters<typeof send>) => (await send(...given)).body
const stored = (like: string) =>
  portico.database.query<{ user_name: string }>(
    `select user_name from portal_user where user_name like $1 order by user_name`,
    [`${like}%`],
  )

describe('a dry run', () => {
  test('R3.8-23 hands back the cells of faulty rows under the titles of the sheet, says which cell each issue is about, and sends no password', async () => {
    const name = mark()
    const { rows = [], columns } = await sent([
      row(`${name}-1`),
      row(`${name}-2`, { email: 'nobody', area: 'Nowhere', password: 'Wonder-7-Wonder!' }),
      row(`${name}-3`, { email: 'nobody' }),
    ])
    expect(columns?.map(({ name: column, title, secret }) => [column, title, secret])).toEqual([
      ['userName', 'User name', undefined],
      ['email', 'e-mail', undefined],
      ['firstName', 'firstName', undefined],
      ['lastName', 'lastName', undefined],
      ['areaId', 'area', undefined],
      ['language', 'language', undefined],
      ['password', 'password', true],
    ])
    expect(rows[1]?.cells).toMatchObject({ password: '' })
    expect([rows[0], rows[2]].map((one) => ({ ...one, reason: '', issues: [] }))).toEqual([
      {
        row: 3,
        state: 'error',
        label: `${name}-2`,
        cells: {
          userName: `${name}-2`,
          email: 'nobody',
          firstName: 'Ana',
          lastName: 'Ruiz',
          areaId: 'Nowhere',
          language: 'es',
        },
        reason: '',
        issues: [],
      },
      { row: 2, state: 'ok', label: `${name}-1`, reason: '', issues: [] },
    ])
    expect(rows[0]?.issues?.map(({ code, column }) => [code, column])).toEqual([
      ['email-not-valid', 'email'],
      ['area-unknown', 'areaId'],
    ])
  })

  test(`hands back the cells of the first ${mostEditable} faulty rows, and those of corrected ones besides`, async () => {
    const name = mark()
    const many = Array.from({ length: mostEditable + 3 }, (_, at) => row(`${name}-${at}`, { email: 'nobody' }))
    const editable = async (corrections?: readonly Correction[]) => {
      const { rows = [], errors } = await sent(many, corrections && { corrections })
      return [errors.length, rows.filter(({ cells }) => cells).map(({ row: at }) => at)] as const
    }
    const first = Array.from({ length: mostEditable }, (_, at) => at + 2)
    expect(await editable()).toEqual([mostEditable + 3, first])
    const [left, shown] = await editable([{ row: 2, cells: { email: `${name}@people.example` } }])
    expect(left).toBe(mostEditable + 2)
    expect(shown.toSorted((a, b) => a - b)).toEqual([...first, mostEditable + 2])
  })

  test('checks corrected rows with all others, and writes nothing', async () => {
    const name = mark()
    const rows = [row(`${name}-1`), row(`${name}-2`, { email: 'nobody' }), row(`${name}-3`, { area: 'Nowhere' })]
    const again = await sent(rows, {
      corrections: [
        { row: 3, cells: { userName: ` ${name}-1 `, email: `${name}-2@people.example` } },
        { row: 4, cells: { areaId: 'customers' } },
      ],
    })
    expect(again.errors.map(({ row: at, label, issues }) => [at, label, issues?.map(({ code }) => code)])).toEqual([
      [3, `${name}-1`, ['same-as-row']],
    ])
    expect(again.rows?.map(({ row: at, state, cells }) => [at, state, cells?.['areaId']])).toEqual([
      [3, 'error', 'Customers'],
      [4, 'ok', 'customers'],
      [2, 'ok', undefined],
    ])
    expect(await stored(name)).toEqual([])
  })

  test('says at which cell a role, a tenant and a person are not known, also where the sheet lacks the column', async () => {
    const { rows = [] } = await sent([['nobody.at.all', 'Nowhere', 'Nothing', 'Never', 'perhaps']], {
      to: '/admin/tenantidentities/bulk_insert/users',
      head: ['userName', 'tenant', 'application', 'role', 'isInheritable'],
    })
    expect(rows[0]?.issues?.map(({ code, column }) => [code, column])).toEqual([
      ['user-unknown', 'userName'],
      ['tenant-unknown', 'tenant'],
      ['no-such-application', 'application'],
      ['yes-or-no', 'isInheritable'],
    ])
    const nameless = await sent([['Global', 'Portal', 'User']], {
      to: '/admin/tenantidentities/bulk_insert/users',
      head: ['tenant', 'application', 'role'],
    })
    expect(nameless.columns?.map(({ name }) => name)).toEqual(['tenant', 'application', 'role', 'userName'])
  })
})

describe('an upload', () => {
  test('imports corrected rows as they were corrected, without those that were left out, and names who is meant by a faulty one', async () => {
    const name = mark()
    const rows = [
      row(`${name}-1`),
      row(`${name}-2`, { email: 'nobody' }),
      row(`${name}-3`, { area: 'Nowhere' }),
      row(`${name}-4`, { email: 'nobody' }),
    ]
    const corrections: Correction[] = [
      { row: 3, cells: { email: `${name}-2@people.example` } },
      { row: 4, leaveOut: true },
    ]
    const { totalElements, importedElements, errors } = await sent(rows, { corrections, dryRun: false })
    expect({ totalElements, importedElements }).toEqual({ totalElements: 3, importedElements: 2 })
    expect(errors.map(({ row: at, label }) => [at, label])).toEqual([[5, `${name}-4`]])
    expect((await stored(name)).map(({ user_name: userName }) => userName)).toEqual([`${name}-1`, `${name}-2`])
  })

  test('of many rows takes the corrections along into the background, and its notification names who is meant', async () => {
    const name = mark()
    const rows = Array.from({ length: 502 }, (_, at) => row(`${name}-${at}`, at < 3 ? { email: 'nobody' } : {}))
    const corrections: Correction[] = [
      { row: 2, cells: { email: `${name}@people.example` } },
      { row: 3, leaveOut: true },
    ]
    const { processId } = await sent(rows, { corrections, dryRun: false })
    const { data } = await until(
      async () =>
        (
          await portico.database.query<{ data: { done: number; Errors: { row: number; label: string }[] } }>(
            `select data from notification where process_id = $1`,
            [processId],
          )
        )[0],
    )
    expect([data.done, data.Errors.map(({ row: at, label }) => [at, label])]).toEqual([501, [[4, `${name}-2`]]])
    const names = (await stored(name)).map(({ user_name: userName }) => userName)
    expect([names.length, names.includes(`${name}-0`), names.includes(`${name}-1`)]).toEqual([500, true, false])
  })

  test('T39 refuses corrections that are none, whatever they try', async () => {
    const name = mark()
    const wrong = [
      'no list',
      '{}',
      '[{"row":0}]',
      '[{"row":2,"cells":{"email":1}}]',
      `[{"row":2,"cells":{"email":"a\\u0000b"}}]`,
      `[{"row":2,"cells":{"email":"\\ud800"}}]`,
      JSON.stringify([{ row: 2, cells: { email: 'x'.repeat(32_768) } }]),
      JSON.stringify(Array.from({ length: mostCorrections + 1 }, (_, at) => ({ row: at + 2 }))),
      `[{"row":2,"cells":{"email":"${'x'.repeat(1_000_000)}"}}]`,
    ]
    for (const corrections of wrong) {
      const { status, body } = await send([row(name)], { corrections, dryRun: false })
      expect([corrections.slice(0, 60), status, body.errors[0]]).toMatchObject([
        corrections.slice(0, 60),
        400,
        { field: expect.stringMatching(/^corrections/) },
      ])
    }
    expect(await stored(name)).toEqual([])
  })
})

test('T39 a corrected cell is read of a column that the import has, and of no other', async () => {
  async function* sheet() {
    yield [{ row: 2, values: { userName: 'ana' } }]
  }
  const corrections = correctionsOf([
    { row: 2, cells: JSON.parse('{"userName":" eva ","internalCategory":"Staff","__proto__":"x"}') },
  ])
  const read = await correctedBatches(sheet(), { columns: [{ name: 'userName' }], corrections }).next()
  expect(read.value).toEqual([{ row: 2, values: { userName: 'eva' } }])
})
