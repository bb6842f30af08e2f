// T23: what lists, counts and single answers tell besides the rows that they show.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { download, readWorkbook } from '#server/spec/testing/workbooks.ts'
import { addChief, addWithRoles, type Bearer } from './cast.ts'
import { makeTarget, mark } from './make-target.ts'
import { aim, every, isList, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let target: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  for (let n = 0; n < 3; n++) target = await makeTarget(portico)
})
afterAll(() => portico.close())

type Page = { items: Record<string, unknown>[]; count: number; '@odata.count'?: number; unread?: number }
const get = async <T = Page>(as: Bearer, path: string) =>
  (await createBrowser(portico.origin).get(`/api/v1${path}`, as)).json<T>()

const membersOf = (value: unknown): [string, unknown][] => {
  if (Array.isArray(value)) return value.flatMap(membersOf)
  return value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => [[name, inner] as [string, unknown], ...membersOf(inner)])
    : []
}

test('T23 no answer, whoever asks, has a hash, a stamp, a secret or a token in it', async () => {
  // When a password ends, the rules for new ones, and whether there is one to confirm with.
  const harmless = new Set([
    'passwordExpiresOn',
    'runtime.config passwordPolicy',
    'step-up.ways password',
    // Numbers of the whole installation.
    ...['failedJobs', 'failedSignIns', 'usualFailedSignIns'].map((name) => `dashboard.facts ${name}`),
  ])
  let looked = 0
  for (const named of every.filter(({ endpoint: { method, output } }) => method === 'GET' && !('raw' in output))) {
    const { status, text } = await aim(portico, named, {
      target,
      as: chief.bearer,
      query: isList(named) ? 'take=100' : '',
    })
    if (status !== 200) continue
    looked++
    const leaked = membersOf(JSON.parse(text)).filter(
      ([name, value]) =>
        /password|hash|stamp|secret$|token$|breakGlass|failed/i.test(name) &&
        value !== null &&
        !harmless.has(name) &&
        !harmless.has(`${named.name} ${name}`),
    )
    expect([named.name, leaked]).toEqual([named.name, []])
    expect([named.name, /\$argon2|ptc_\w{20,}|BEGIN [A-Z ]*PRIVATE/.test(text)]).toEqual([named.name, false])
  }
  expect(looked).toBeGreaterThan(25)
})

test('T23 the count of a list is of what its reader may see, with a search and a filter as well', async () => {
  const nobody = (await addWithRoles(portico, [])).bearer
  for (const query of [
    '',
    '?search=Foreign',
    `?filter=${encodeURIComponent(`contains(name,'${mark}')`)}`,
    '?$top=0&$count=true',
    '?take=0',
    '?skip=1',
  ]) {
    const groups = await get(nobody, `/admin/groups${query}`)
    expect([query, groups.items, groups.count, groups['@odata.count'] ?? 0]).toEqual([query, [], 0, 0])
  }
  expect(await get(nobody, '/admin/notifications/active')).toEqual({ items: [], count: 0, unread: 0 })
  expect(await get(nobody, '/admin/tasks/active')).toEqual({ items: [], count: 0 })
  const administrator = await addWithRoles(portico, ['Administrator'])
  expect(await get(administrator.bearer, '/keys?search=Foreign')).toEqual({ items: [], count: 0 })
})

test('T23 the owner of a group sees that one and its members, and counts no other', async () => {
  const owner = await addWithRoles(portico, [])
  await portico.write((tx) =>
    tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [
      target.groupId,
      owner.id,
    ]),
  )
  const { items, count } = await get(owner.bearer, '/admin/groups?take=100')
  expect([items.map(({ id }) => id), count]).toEqual([[target.groupId], 1])
  expect((await get(owner.bearer, `/admin/groups/${target.groupId}/users`)).count).toBe(2)
  const reader = await addWithRoles(portico, [])
  await portico.write((tx) =>
    tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
      target.groupId,
      reader.id,
    ]),
  )
  expect((await get(reader.bearer, '/admin/groups')).count).toBe(0)
})

test('T23 an export has the columns of its list, whoever downloads it and whatever is selected', async () => {
  const userAdministrator = await addWithRoles(portico, ['UserAdministrator'])
  const titles = [
    'userName',
    'firstName',
    'lastName',
    'email',
    'areaName',
    'locked',
    'lockState',
    'draft',
    'restricted',
    'modifiedOn',
  ]
  for (const query of ['', '?take=1', '?select=userName,email', '?useProfile=true']) {
    const { status, bytes } = await download(portico, `/admin/users/export${query}`, userAdministrator.bearer)
    expect([query, status, (await readWorkbook(portico, bytes))[0]]).toEqual([query, 200, titles])
  }
  for (const query of ['?select=passwordHash', '?select=userName,password_hash'])
    expect([query, (await download(portico, `/admin/users/export${query}`, userAdministrator.bearer)).status]).toEqual([
      query,
      400,
    ])
})

test('T23 a picture’s address tells nobody who has an account', async () => {
  const hashes = (address: string) =>
    ['md5', 'sha256'].map((algorithm) => createHash(algorithm).update(address).digest('hex'))
  const look = async (hash: string, query: string) => {
    const { status, headers, text } = await createBrowser(portico.origin).get(`/api/v1/avatar/${hash}${query}`)
    const plain = text.replace(/#[\da-f]{3,8}\b|hsl\([^)]*\)|\d+(\.\d+)?/gi, '…')
    return [status, headers.get('content-type'), headers.get('cache-control'), plain]
  }
  for (const query of ['', '?s=64', '?d=404', '?d=blank'])
    for (const [index, known] of hashes(target.person.email).entries())
      expect([query, await look(known, query)]).toEqual([
        query,
        await look(hashes(`${randomUUID()}@people.example`)[index] ?? '', query),
      ])
})

test('T23 somebody who is not there and somebody who is none of one’s business are the same answer', async () => {
  const nobody = await addWithRoles(portico, [])
  const look = async (path: string) => {
    const { status, text } = await createBrowser(portico.origin).get(`/api/v1${path}`, nobody.bearer)
    return [status, text]
  }
  for (const path of [(id: string) => `/applications/info/${id}`, (id: string) => `/profile/users/${id}/groups`])
    expect(await look(path(target.person.id))).toEqual(await look(path(randomUUID())))
  expect(await look(`/admin/groups/${target.groupId}`)).toEqual(await look(`/admin/groups/${randomUUID()}`))
})
