import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import type { Cell } from '#server/kernel/ports/sheets.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'

const titles = ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language', 'sendEmailInvite', 'validateScopes']
const rowOf = (name: string, ...flags: readonly Cell[]) => [
  name,
  `${name}@people.example`,
  'Ana',
  'Ruiz',
  'Customers',
  'pt',
  ...flags,
]

test('A-129 R7.6-03 a cell that says neither yes nor no is told, and nobody is imported with a guess', async () => {
  const portico = await startTestPortico()
  try {
    const as = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
    const name = randomUUID().slice(0, 8)
    const bytes = await workbook(portico, titles, [
      rowOf(`${name}-1`, 'não', 'sim'),
      rowOf(`${name}-2`, 'perhaps', 'restricted'),
      rowOf(`${name}-3`, true, false),
      rowOf(`${name}-4`, '', ''),
    ])
    const { body } = await upload<ImportResult>(portico, '/admin/users/bulk_insert', { bytes, as })
    expect(body).toMatchObject({ totalElements: 4, importedElements: 3 })
    expect(body.errors).toMatchObject([
      {
        row: 3,
        reason: 'sendEmailInvite: yes or no. validateScopes: yes or no',
        issues: [{ code: 'yes-or-no', data: { column: 'sendEmailInvite' } }, { data: { column: 'validateScopes' } }],
      },
    ])
    const restricted = await portico.database.query<{ name: string }>(
      `select user_name as name from portal_user where user_name like $1 and validate_scopes`,
      [`${name}%`],
    )
    expect(restricted).toEqual([{ name: `${name}-1` }])
  } finally {
    await portico.close()
  }
})
