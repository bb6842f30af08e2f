// What a patch does to a resource (RFC 7644 section 3.5.2), as the RFC, Entra and Okta write it.
import { describe, expect, test } from 'vitest'
import { Refusal } from '#server/kernel/refusal.ts'
import { type ScimBody, readResource } from './incoming.ts'
import { applyPatch, readOperations } from './patch.ts'
import { ofGroups, ofUsers } from './schemas.ts'

const operations = (...Operations: readonly unknown[]) =>
  readOperations({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
const user: ScimBody = {
  username: 'nina',
  name: { givenname: 'Nina', familyname: 'Berg' },
  title: 'Clerk',
  active: true,
  emails: [{ value: 'n@x.example', type: 'work', primary: true }],
}
const patched = (...steps: readonly unknown[]) => applyPatch(user, operations(...steps), ofUsers)
const group: ScimBody = { displayname: 'Finance', members: [{ value: 'a' }, { value: 'b' }] }
const members = (...steps: readonly unknown[]) =>
  (applyPatch(group, operations(...steps), ofGroups)['members'] as { value: string }[]).map(({ value }) => value)
const typeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof Refusal ? error.detail['scimType'] : error
  }
  return undefined
}

describe('one value', () => {
  test.each<[string, object, ScimBody]>([
    ['is replaced', { op: 'replace', path: 'title', value: 'Chief' }, { title: 'Chief' }],
    ['is added by a capital letter', { op: 'Add', path: 'displayName', value: 'N. Berg' }, { displayname: 'N. Berg' }],
    ['is removed', { op: 'remove', path: 'title' }, { title: undefined }],
    ['is removed by null', { op: 'replace', path: 'title', value: null }, { title: undefined }],
    [
      'is a part of a complex one',
      { op: 'replace', path: 'name.familyName', value: 'Bo' },
      { name: { givenname: 'Nina', familyname: 'Bo' } },
    ],
    [
      'is complex, and keeps its other parts',
      { op: 'replace', path: 'name', value: { familyName: 'Bo' } },
      { name: { givenname: 'Nina', familyname: 'Bo' } },
    ],
    [
      'stands in a value without a path',
      { op: 'replace', value: { Active: false, title: 'Chief' } },
      { active: false, title: 'Chief' },
    ],
    [
      'is a path as a key',
      { op: 'replace', value: { 'name.familyName': 'Bo' } },
      { name: { givenname: 'Nina', familyname: 'Bo' } },
    ],
    [
      'is of the extension',
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: 'm' },
      { 'enterprise.manager': 'm' },
    ],
    [
      'is of the extension, as a key',
      {
        op: 'add',
        value: { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: 'm' } } },
      },
      { 'enterprise.manager': { value: 'm' } },
    ],
    [
      'is passed over where nobody keeps it',
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'X' },
      {},
    ],
    [
      'is all of the extension',
      {
        op: 'replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
        value: { manager: { value: 'm' } },
      },
      { 'enterprise.manager': { value: 'm' } },
    ],
    ['is passed over as a part', { op: 'add', path: 'name.formatted', value: 'X' }, {}],
    ['is passed over as a part of a value', { op: 'add', path: 'emails[type eq "work"].display', value: 'X' }, {}],
    [
      'is passed over as a part of no value',
      { op: 'replace', path: 'phoneNumbers[type eq "x"].display', value: 'X' },
      {},
    ],
    [
      'is passed over as a part of the extension',
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.displayName', value: 'X' },
      {},
    ],
    ['is the user name', { op: 'Replace', path: 'userName', value: 'nina.bo' }, { username: 'nina.bo' }],
    // RFC 7644 section 3.5.2.3 would refuse it: directories write so what they do not know to be there.
    [
      'is made by a replacement, of the type that is kept',
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '+34 1' },
      { phonenumbers: [{ type: 'work', value: '+34 1' }] },
    ],
    [
      'is made by an addition, of any type',
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+34 1' },
      { phonenumbers: [{ type: 'mobile', value: '+34 1' }] },
    ],
    ['is passed over with its filter', { op: 'add', path: 'addresses[type eq "work"].locality', value: 'X' }, {}],
    [
      'is passed over where it is read only, and stands in a value',
      { op: 'replace', value: { id: 'x', groups: [] } },
      {},
    ],
  ])('%s', (_, step, change) => expect(patched(step)).toEqual({ ...user, ...change }))
})

describe('many values', () => {
  test.each<[string, object, unknown]>([
    ['are replaced', { op: 'replace', path: 'emails', value: [{ value: 'o@x.example' }] }, [{ value: 'o@x.example' }]],
    [
      'get one more',
      { op: 'add', path: 'emails', value: [{ value: 'o@x.example' }] },
      [{ value: 'n@x.example', type: 'work', primary: true }, { value: 'o@x.example' }],
    ],
    [
      'have one primary one',
      { op: 'add', path: 'emails', value: [{ value: 'o@x.example', primary: true }] },
      [
        { value: 'n@x.example', type: 'work', primary: false },
        { value: 'o@x.example', primary: true },
      ],
    ],
    [
      'are found by a filter',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'o@x.example' },
      [{ value: 'o@x.example', type: 'work', primary: true }],
    ],
    [
      'are made by the filter that finds none',
      { op: 'add', path: 'emails[type eq "home"].value', value: 'o@x.example' },
      [
        { value: 'n@x.example', type: 'work', primary: true },
        { type: 'home', value: 'o@x.example' },
      ],
    ],
  ])('%s', (_, step, emails) => expect(patched(step)['emails']).toEqual(emails))
})

describe('members', () => {
  test.each<[string, object, string[]]>([
    ['are added, once', { op: 'Add', path: 'members', value: [{ value: 'b' }, { value: 'c' }] }, ['a', 'b', 'c']],
    ['are removed by path', { op: 'remove', path: 'members[value eq "a"]' }, ['b']],
    ['are removed by value', { op: 'Remove', path: 'members', value: [{ value: 'a' }] }, ['b']],
    ['are all removed', { op: 'remove', path: 'members' }, []],
    ['are replaced', { op: 'replace', path: 'members', value: [{ value: 'c' }] }, ['c']],
    ['are removed once, and again is nothing', { op: 'remove', path: 'members[value eq "z"]' }, ['a', 'b']],
  ])('%s', (_, step, values) => expect(members(step)).toEqual(values))
})

describe('what is wrong', () => {
  test.each<[string, unknown]>([
    ['invalidSyntax', { op: 'move', path: 'title' }],
    ['invalidSyntax', 'replace'],
    ['invalidValue', { op: 'replace', path: 'title' }],
    ['invalidValue', { op: 'add', value: 'x' }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['mutability', { op: 'remove', path: 'emails' }],
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'replace', path: 'emails[value eq "z@x.example"].type', value: 'x' }],
    ['noTarget', { op: 'replace', path: 'emails[type eq "home"].value', value: 'x@x.example' }],
    ['noTarget', { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+34 1' }],
    ['noTarget', { op: 'replace', path: 'phoneNumbers[type eq "work"].primary', value: true }],
    ['noTarget', { op: 'replace', path: 'phoneNumbers[type eq "work"]', value: { value: '+34 1' } }],
    ['noTarget', { op: 'replace', path: 'phoneNumbers[type eq "work" and primary eq true].value', value: '+34 1' }],
    ['invalidPath', { op: 'add', path: 'emails[type eq "work"].shoeSize', value: '45' }],
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'add', path: 'groups', value: [] }],
    ['invalidPath', { op: 'add', path: 'shoeSize', value: '45' }],
    ['invalidPath', { op: 'add', path: 'name.shoeSize', value: '45' }],
    ['invalidPath', { op: 'add', path: 'title[type eq "x"]', value: '45' }],
    ['invalidPath', { op: 'add', path: 'emails[', value: '45' }],
    ['invalidPath', { op: 'add', path: 'constructor.prototype', value: '45' }],
  ])('is %s: %j', (scimType, step) => expect(typeOf(() => patched(step))).toBe(scimType))

  test.each([undefined, null, [], {}, { Operations: [{ op: 'add' }] }])('%j is no patch', (body) =>
    expect(typeOf(() => readOperations(body))).toBe('invalidSyntax'),
  )
})

test('a resource is read with its names in any case, without what is unknown, read only or null', () => {
  const body = {
    USERNAME: 'nina',
    Name: { GivenName: 'Nina' },
    title: null,
    id: 'x',
    shoeSize: 45,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { Manager: { Value: 'm' }, department: 'X' },
  }
  expect(readResource(body, ofUsers)).toEqual({
    username: 'nina',
    name: { givenname: 'Nina' },
    'enterprise.manager': { value: 'm' },
  })
})
