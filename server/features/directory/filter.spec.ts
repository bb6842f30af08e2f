// The grammar of filters and paths (RFC 7644 sections 3.4.2.2 and 3.5.2).
import { describe, expect, test } from 'vitest'
import { Refusal } from '#server/kernel/refusal.ts'
import { type Filter, readFilter, readPath } from './filter.ts'

const eq = (attribute: string, value: string | boolean | number | null): Filter => ({
  kind: 'compare',
  attribute,
  by: 'eq',
  value,
})

const typeOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return error instanceof Refusal ? error.detail['scimType'] : error
  }
  return undefined
}

describe('a filter', () => {
  test.each<[string, Filter]>([
    ['userName eq "bjensen"', eq('username', 'bjensen')],
    ['USERNAME Eq "bjensen"', eq('username', 'bjensen')],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "b"', eq('username', 'b')],
    [
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value eq "b"',
      eq('enterprise.manager.value', 'b'),
    ],
    ['active eq true', eq('active', true)],
    ['active eq "True"', eq('active', 'True')],
    ['title eq null', eq('title', null)],
    ['count eq -1.5e3', eq('count', -1500)],
    ['userName eq "a \\"b\\" \\\\ \\u00e9)"', eq('username', 'a "b" \\ é)')],
    ['title pr', { kind: 'present', attribute: 'title' }],
    ['not (title pr)', { kind: 'not', part: { kind: 'present', attribute: 'title' } }],
    [
      'emails[type eq "work" and value co "@x"]',
      {
        kind: 'within',
        attribute: 'emails',
        part: {
          kind: 'joined',
          by: 'and',
          parts: [eq('type', 'work'), { kind: 'compare', attribute: 'value', by: 'co', value: '@x' }],
        },
      },
    ],
  ])('%s', (text, filter) => expect(readFilter(text)).toEqual(filter))

  test('and binds closer than or, brackets closer than both', () => {
    const [a, b, c] = [eq('a', 1), eq('b', 2), eq('c', 3)]
    expect(readFilter('a eq 1 or b eq 2 and c eq 3')).toEqual({
      kind: 'joined',
      by: 'or',
      parts: [a, { kind: 'joined', by: 'and', parts: [b, c] }],
    })
    expect(readFilter('(a eq 1 or b eq 2) and c eq 3')).toEqual({
      kind: 'joined',
      by: 'and',
      parts: [{ kind: 'joined', by: 'or', parts: [a, b] }, c],
    })
  })

  test.each([
    '',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName is "x"',
    'userName eq "x',
    'userName eq "\\q"',
    'userName eq "\\u0000"',
    'userName eq "x" and',
    'and userName eq "x"',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "work"',
    'userName eq "x" userName eq "y"',
    '"userName" eq "x"',
    'userName; drop table portal_user',
    `${'('.repeat(30)}title pr${')'.repeat(30)}`,
    `title eq "${'x'.repeat(5_000)}"`,
  ])('%j is none', (text) => expect(typeOf(() => readFilter(text))).toBe('invalidFilter'))
})

describe('a path', () => {
  test.each([
    ['members', { attribute: 'members' }],
    ['name.familyName', { attribute: 'name', sub: 'familyname' }],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName', { attribute: 'name', sub: 'familyname' }],
    ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', { attribute: 'enterprise.manager' }],
    ['emails[type eq "work"]', { attribute: 'emails', filter: eq('type', 'work') }],
    ['emails[type eq "work"].value', { attribute: 'emails', filter: eq('type', 'work'), sub: 'value' }],
  ])('%s', (text, path) => expect(readPath(text)).toEqual(path))

  test.each([
    '',
    '[value eq "x"]',
    'members[',
    'members[value eq "x"',
    'members[value eq "x"] x',
    'name familyName',
    '"a"',
  ])('%j is none', (text) => expect(typeOf(() => readPath(text))).toBe('invalidPath'))
})
