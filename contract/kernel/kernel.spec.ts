// The grammar's own promises.
import { describe, expect, test } from 'vitest'
import { ImportResult } from './bulk-import.ts'
import { languageOf } from './language.ts'
import { z } from 'zod'
import { filterOf, flag, ListQuery, listQuery, mostRows, page } from './page.ts'
import { hasAnyRole, roleNames } from './role-name.ts'

const query = (values: Record<string, string | undefined>) => ListQuery.parse(values)

describe('a list query', () => {
  test('R7.1-03 without anything it asks for the first ten', () => {
    expect(query({})).toMatchObject({ search: undefined, skip: 0, take: 10, orderBy: undefined, odata: false })
  })

  test('R7.1-03 search and searchQuery, top and take, and the three forms of orderBy are the same', () => {
    for (const values of [{ search: 'ana' }, { searchQuery: 'ana' }, { search: '', searchQuery: 'ana' }])
      expect(query(values).search).toBe('ana')
    for (const values of [{ top: '25' }, { take: '25' }]) expect(query(values).take).toBe(25)
    const byName = { field: 'name', descending: true }
    for (const values of [{ orderBy: 'name desc' }, { orderby: 'name DESC' }, { field: 'name', direction: 'desc' }])
      expect(query(values).orderBy).toEqual(byName)
    expect(query({ orderBy: 'name' }).orderBy).toEqual({ field: 'name', descending: false })
  })

  test('R7.1-04 $filter and $select are understood, and ask for the odata answer', () => {
    expect(query({ $filter: "name eq 'x'", $select: 'id, name', $top: '5' })).toMatchObject({
      filter: "name eq 'x'",
      select: ['id', 'name'],
      take: 5,
      odata: true,
    })
  })

  test('numbers out of range are clamped, not refused', () => {
    expect(query({ take: '1e9' }).take).toBe(mostRows)
    expect(query({ take: '-1', skip: 'NaN' })).toMatchObject({ take: 10, skip: 0 })
  })
})

describe('A-193 what narrows a list', () => {
  const own = listQuery({ locked: flag, creation: filterOf(z.enum(['Auto', 'Manual'])) })
  const fieldsRefused = (values: Record<string, string | string[]>) =>
    own.safeParse(values).error?.issues.map(({ path }) => path.join('.'))

  test('R7.1-03 a flag is yes by its bare name, true and True, no by false and False', () => {
    for (const yes of ['', 'true', 'True']) expect(own.parse({ locked: yes }).locked).toBe(true)
    for (const no of ['false', 'False']) expect(own.parse({ locked: no }).locked).toBe(false)
    expect(own.parse({}).locked).toBeUndefined()
  })

  test('R7.1-03 what is not understood is refused with its field, never ignored', () => {
    for (const locked of ['maybe', '1', 'yes', 'TRUE ']) expect(fieldsRefused({ locked })).toEqual(['locked'])
    expect(fieldsRefused({ locked: ['true', 'false'] })).toEqual(['locked'])
    for (const creation of ['auto', 'Neither']) expect(fieldsRefused({ creation })).toEqual(['creation'])
  })

  test('an empty choice is none, and an unknown name changes nothing', () => {
    expect(own.parse({ creation: '', _: '1' })).not.toHaveProperty('creation', '')
    expect(own.parse({ creation: 'Auto' }).creation).toBe('Auto')
  })
})

describe('a page', () => {
  test('R3.4-01 it carries items and count, with odata value and @odata.count as well', () => {
    expect(page([1], 7, { odata: false })).toEqual({ items: [1], count: 7 })
    expect(page([1], 7, { odata: true })).toEqual({ items: [1], count: 7, value: [1], '@odata.count': 7 })
  })
})

test('R3.8-23 an import result has success, totalElements, importedElements, and errors and warnings with reason and row', () => {
  const result = {
    success: false,
    totalElements: 3,
    importedElements: 2,
    errors: [{ reason: 'no such area', row: 2 }],
    warnings: [],
  }
  expect(ImportResult.parse(result)).toEqual(result)
  for (const missing of Object.keys(result))
    expect(ImportResult.safeParse({ ...result, [missing]: undefined }).success).toBe(false)
})

test('R9-19 a language is one of the seven, by the browser’s tag, else English', () => {
  expect(['es', 'pt-BR', 'de-AT', 'fr-CA', 'zh', '', undefined].map(languageOf)).toEqual([
    'es',
    'pt-br',
    'de',
    'fr',
    'en',
    'en',
    'en',
  ])
})

test('R6-01 R6-02 any of a list of roles, by exact name, none implying another', () => {
  expect(roleNames).toEqual([
    'God',
    'Administrator',
    'UserAdministrator',
    'TenantAdministrator',
    'Manager',
    'User',
    'IdentityConsultant',
    'SystemManager',
  ])
  expect(hasAnyRole(['User', 'Manager'], ['Administrator', 'Manager'])).toBe(true)
  expect(hasAnyRole(['God', 'administrator', 'TenantAdministrator'], ['Administrator'])).toBe(false)
})
