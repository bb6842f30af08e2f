import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import type { Cell } from '#server/kernel/ports/sheets.ts'
import { accountApi } from '#server/spec/testing/account-api.ts'
import { full } from '#server/spec/testing/full.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { download, partOf, readWorkbook, upload, workbook } from '#server/spec/testing/workbooks.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'group.example' }, { realHashes: true })
  administrator = (await signIn(portico, await addPerson(portico, { userName: 'chief', roles: ['Administrator'] })))
    .bearer
})
afterAll(() => portico.close())

const titles = [
  'userName',
  'email',
  'firstName',
  'lastName',
  'sendEmailInvite',
  'password',
  'confirmPassword',
  'areaId',
  'language',
  'validateScopes',
]
const mark = () => randomUUID().slice(0, 8)
const row = (name: string, change: { [column: string]: Cell } = {}) => {
  const cells: { [column: string]: Cell } = {
    userName: name,
    email: `${name}@people.example`,
    firstName: 'Ana',
    lastName: 'Ruiz',
    areaId: 'Customers',
    language: 'es',
    ...change,
  }
  return titles.map((title) => cells[title] ?? '')
}
const insert = async (rows: readonly (readonly Cell[])[], query = '') =>
  (
    await upload<ImportResult & Problem>(portico, `/admin/users/bulk_insert${query}`, {
      bytes: await workbook(portico, titles, rows),
      as: administrator,
    })
  ).body
const countOf = async (like: string) =>
  (await portico.database.query(`select 1 from portal_user where user_name like $1`, [`${like}%`])).length

describe('a bulk insert', () => {
  test('R7.6-03 R3.8-23 imports the good rows and names the faulty ones with row and reason', async () => {
    const name = mark()
    await addPerson(portico, { userName: `${name}-taken` })
    const result = await insert([
      row(`${name}-1`),
      row(`${name}-taken`),
      row(`${name}-1`, { email: `${name}-other@people.example` }),
      row(`${name}-2`, { email: `${name}-1@PEOPLE.example` }),
      row(`${name}-3`, { areaId: 'Nowhere' }),
      row(`${name}-4`, { language: 'xx' }),
      row(`${name}-5`, { firstName: 'x'.repeat(300) }),
      row('', { email: '' }),
      row(`${name}-6`, { lastName: '🦜 ألف' }),
      row(`${name}-7`, { password: 'short' }),
      row(`${name}-8`, { email: `${name}@group.example`, password: 'Right-Horse-9-Battery' }),
    ])
    expect(result).toMatchObject({ success: false, totalElements: 11, importedElements: 3 })
    const staff = 'Company staff sign in with Office 365: the password will not be asked for'
    expect(result.warnings).toMatchObject([{ row: 12, reason: staff }])
    expect(result.errors.map(({ row: at }) => at)).toEqual([3, 4, 5, 6, 7, 8, 9, 11])
    expect(result.errors.map(({ reason }) => reason)).toEqual([
      `userName: “${name}-taken” is already in use. email: “${name}-taken@people.example” is already in use`,
      `userName: “${name}-1” stands in row 2 as well`,
      expect.stringContaining('stands in row 2 as well'),
      'There is no area “Nowhere”',
      'language: Invalid preferred language',
      'firstName: At most 200 characters',
      'userName: Please input your username! email: Please input your email!',
      'password: The password does not follow the rules',
    ])
    expect(
      await portico.database.query(
        `select user_name, last_name, language from portal_user where user_name like $1 order by user_name`,
        [`${name}-6`],
      ),
    ).toEqual([{ user_name: `${name}-6`, last_name: '🦜 ألف', language: 'es' }])
  })

  test('R7.6-03 the language header does not change the codes and reasons: each issue has a code with a text in that language', async () => {
    const name = mark()
    const result = await upload<ImportResult>(portico, '/admin/users/bulk_insert', {
      bytes: await workbook(portico, titles, [
        row('', { email: '' }),
        row(`${name}-1`, { areaId: 'Nowhere', language: 'xx' }),
        row(`${name}-2`, { password: 'short' }),
      ]),
      as: administrator,
      language: 'es',
    })
    const { success, totalElements, importedElements, errors, warnings } = result.body
    expect({ success, totalElements, importedElements, warnings }).toEqual({
      success: false,
      totalElements: 3,
      importedElements: 0,
      warnings: [],
    })
    const file = new URL('../../../web/locales/es/refusals.json', import.meta.url)
    const spanish = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const codes = errors.map(({ issues = [] }) => issues.map(({ code }) => code))
    expect(codes).toEqual([
      ['user-name-missing', 'email-missing'],
      ['language-not-valid', 'area-unknown'],
      ['password-rules'],
    ])
    for (const code of codes.flat()) expect(spanish[code], code).toBeTruthy()
    expect(errors[0]?.reason).toBe('userName: Please input your username! email: Please input your email!')
  })

  test('T40 formula cells, dates and blank rows become texts or reasons, and the numbers are those that Excel shows', async () => {
    const name = mark()
    const result = await insert([
      row(`${name}-1`, { firstName: '=1+1' }),
      titles.map(() => ''),
      row(`${name}-2`, { firstName: new Date('2026-03-01T00:00:00Z') }),
      row(`${name}-3`, { email: 'nobody' }),
    ])
    expect(result).toMatchObject({
      totalElements: 3,
      importedElements: 2,
      errors: [{ row: 5, reason: 'email: Invalid email address.' }],
    })
    expect(
      await portico.database.query(`select first_name from portal_user where user_name like $1 order by user_name`, [
        `${name}%`,
      ]),
    ).toEqual([{ first_name: '=1+1' }, { first_name: '2026-03-01' }])
  })

  test('T47 R7.6-03 hundreds of passwords are hashed behind those who sign in, and all of them are imported', async () => {
    const name = mark()
    const person = await addPerson(portico)
    const password = 'Right-Horse-9-Battery'
    const many = full ? 400 : 150
    const rows = Array.from({ length: many }, (_, n) => row(`${name}-${n}`, { password, confirmPassword: password }))
    let over = false
    const began = performance.now()
    const importing = insert(rows).finally(() => (over = true))
    const waited: number[] = []
    while (!over) {
      const startedAt = performance.now()
      expect((await accountApi(portico).login(person.userName)).success).toBe(true)
      waited.push(performance.now() - startedAt)
    }
    expect(await importing).toMatchObject({ success: true, importedElements: many })
    expect(waited.length).toBeGreaterThan(4)
    // None waited for the hashes of the import, which take most of its time.
    expect(Math.max(...waited)).toBeLessThan((performance.now() - began) / 2)
  })

  test('a dry run marks every row and writes none', async () => {
    const name = mark()
    const rows = [
      row(`${name}-1`),
      row(`${name}-2`, { areaId: '' }),
      row(`${name}-3`, { email: `${name}@group.example`, password: 'Right-Horse-9-Battery' }),
    ]
    const result = await insert(rows, '?dryRun=true')
    expect(result).toMatchObject({ success: false, totalElements: 3, importedElements: 0 })
    expect(result.rows?.map(({ row: at, state, label }) => [at, state, label])).toEqual([
      [3, 'error', `${name}-2`],
      [4, 'warning', `${name}-3`],
      [2, 'ok', `${name}-1`],
    ])
    expect(await countOf(name)).toBe(0)
    expect((await insert(rows)).importedElements).toBe(2)
  })

  test('R3.7-03 invites those whose row says so, and keeps a password of the sheet for the first sign-in', async () => {
    const name = mark()
    await insert([
      row(`${name}-1`, { sendEmailInvite: 'Sí' }),
      row(`${name}-2`, { password: 'From-The-Sheet-12', sendEmailInvite: false }),
    ])
    expect((await portico.mailTo(`${name}-1@people.example`)).subject).toContain('Portico')
    expect(await accountApi(portico).login(`${name}-2`, { typed: 'From-The-Sheet-12' })).toMatchObject({
      changePassword: true,
    })
    const events = await portico.database.query<{ type: string }>(
      `select f.type from audit_event f join portal_user u on u.id::text = f.subject where u.user_name = $1 order by f.id`,
      [`${name}-1`],
    )
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.created', 'user.invited']))
    expect(JSON.stringify(await portico.database.query(`select after from audit_event`))).not.toContain(
      'From-The-Sheet',
    )
  })

  test('A-159 R7.13-05 says line by line how far it is, to anyone who asks for events', async () => {
    const form = new FormData()
    const name = mark()
    form.set(
      'file',
      new File(
        [new Uint8Array(await workbook(portico, titles, [row(`${name}-1`), row(`${name}-2`, { email: 'nobody' })]))],
        'rows.xlsx',
      ),
    )
    const answer = await fetch(`${portico.origin}/api/v1/admin/users/bulk_insert?dryRun=true`, {
      method: 'POST',
      headers: { ...administrator, accept: 'text/event-stream' },
      body: form,
    })
    const lines = (await answer.text()).split('\n').filter(Boolean)
    expect(lines.every((line) => line.startsWith('data: '))).toBe(true)
    const last = JSON.parse(lines.at(-1)?.slice(6) ?? '{}') as { result: ImportResult }
    expect([last.result.totalElements, last.result.errors.map(({ row: at }) => at)]).toEqual([2, [3]])
  })

  test('A-129 R3.6-13 of more than 500 rows goes on in the background and ends in a notification with its counts and reasons', async () => {
    const name = mark()
    const rows = Array.from({ length: 1_501 }, (_, index) =>
      row(`${name}-${index}`, index % 300 === 7 ? { email: 'nobody' } : {}),
    )
    const { processId, success } = await insert(rows)
    expect([success, typeof processId]).toEqual([true, 'string'])
    const ended = await until(async () => {
      const { bytes } = await download(portico, '/admin/notifications/active', administrator)
      const { items } = JSON.parse(bytes.toString()) as {
        items: { type: string; description: string; data: { Errors: { row: number; reason: string }[] } }[]
      }
      return items.find(({ type }) => type === 'BulkInsertUsers')
    })
    expect(ended.description).toContain('1,496 imported, 5 left out.')
    expect(ended.data.Errors).toEqual(
      [9, 309, 609, 909, 1209, 1509]
        .filter((at) => at <= 1502)
        .map((at) => ({
          row: at,
          reason: 'email: Invalid email address.',
          issues: [{ field: 'email', code: 'email-not-valid', data: {} }],
          label: `${name}-${at - 2}`,
        })),
    )
    expect(await countOf(name)).toBe(1_496)
  })

  test('R5.3-06 T39 takes an xlsx and nothing else, and says what is missing', async () => {
    const path = '/admin/users/bulk_insert'
    const send = async (bytes: Uint8Array, name = 'rows.xlsx') =>
      (await upload<Problem>(portico, path, { bytes, name, as: administrator })).body
    expect(await send(Buffer.from('a;b'), 'rows.csv')).toMatchObject({ status: 400, code: 'extension-not-allowed' })
    expect((await send(Buffer.from('<html>'))).status).toBe(400)
    expect(await send(await workbook(portico, ['userName', 'email'], []))).toMatchObject({
      status: 400,
      code: 'sheet-columns-missing',
      data: { columns: 'firstName, lastName, areaId, language' },
      message: 'The sheet lacks required columns: firstName, lastName, areaId, language',
    })
    expect(
      (
        await upload<Problem>(portico, path, {
          bytes: await workbook(portico, titles, []),
          as: (await signIn(portico, await addPerson(portico))).bearer,
        })
      ).status,
    ).toBe(403)
  })
})

describe('the files', () => {
  test('R7.6-02 the template has the columns that an import takes', async () => {
    const { status, headers, bytes } = await download(portico, '/admin/users/template', administrator)
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('filename="UsersTemplate.xlsx"'),
    ])
    const header = [...partOf(bytes, 'xl/worksheets/sheet1.xml').matchAll(/<t[^>]*>([^<]+)<\/t>/g)].map(
      ([, title]) => title,
    )
    expect(header.slice(0, titles.length)).toEqual(titles)
  })

  test('R7.6-01 T38 the export is Users.xlsx, with the rows of the query in its order, and no cell a formula', async () => {
    const name = mark()
    await insert([
      row(`${name}-b`, { firstName: '=cmd|calc', lastName: '+1' }),
      row(`${name}-a`, { firstName: '@x' }),
      row(`${name}-c`, { areaId: 'Default' }),
    ])
    const { headers, bytes } = await download(
      portico,
      `/admin/users/export?search=${name}&area=Customers&orderBy=userName%20asc`,
      administrator,
    )
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      expect.stringContaining('filename="Users.xlsx"'),
    ])
    const rows = await readWorkbook(portico, bytes)
    expect(rows.slice(1).map((cells) => cells.slice(0, 3))).toEqual([
      [`${name}-a`, '@x', 'Ruiz'],
      [`${name}-b`, '=cmd|calc', '+1'],
    ])
  })
})
