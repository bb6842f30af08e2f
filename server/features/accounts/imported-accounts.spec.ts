// Many users at once, some of whose names somebody takes in this very moment: between the check and the insertion.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { type ImportedUser, insertUntaken, sendUsers } from './imported-accounts.store.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const usersOf = async (count: number): Promise<ImportedUser[]> => {
  const [area] = await portico.database.query<{ id: string }>(`select id from area where is_default`)
  return Array.from({ length: count }, () => {
    const name = `ida.${randomUUID()}`
    return {
      id: randomUUID(),
      userName: name,
      email: `${name}@people.example`,
      firstName: 'Ida',
      lastName: 'Rhodes',
      language: 'en',
      areaId: area?.id ?? '',
      validateScopes: false,
      jobTitle: null,
      manager: null,
      teams: [],
      phoneNumber: null,
      internalCategory: null,
      draft: false,
      passwordHash: null,
      invited: false,
    }
  })
}

const how = { createdBy: null, now: new Date('2026-11-29T20:00:00.123Z') }

const send = (users: readonly ImportedUser[]) => portico.write(async (tx) => (await sendUsers(tx, users, how)).answers)
const insert = (users: readonly ImportedUser[]) => portico.write((tx) => insertUntaken(tx, users, how))

const standing = async (users: readonly ImportedUser[]) =>
  new Set(
    (
      await portico.database.query<{ id: string }>(`select id from portal_user where id = any($1::uuid[])`, [
        users.map(({ id }) => id),
      ])
    ).map(({ id }) => id),
  )

const idsOf = (users: readonly ImportedUser[]) => new Set(users.map(({ id }) => id))

test('all are inserted where nobody took a name, some hundreds at a time', async () => {
  const [sent, inserted] = [await usersOf(600), await usersOf(600)]
  await send(sent)
  expect(await standing(sent)).toEqual(idsOf(sent))
  expect(await insert(inserted)).toEqual(idsOf(inserted))
  expect(await standing(inserted)).toEqual(idsOf(inserted))
})

test('who is invited is so from the moment of the import on', async () => {
  const users = (await usersOf(2)).map((user, at) => ({ ...user, invited: at === 1 }))
  await send(users)
  const rows = await portico.database.query<{ id: string; invited: Date | null }>(
    `select id, invited_on as invited from portal_user where id = any($1::uuid[])`,
    [users.map(({ id }) => id)],
  )
  expect(new Map(rows.map(({ id, invited }) => [id, invited]))).toEqual(
    new Map(users.map(({ id, invited }) => [id, invited ? how.now : null])),
  )
})

test.each([
  [{ firstName: 'Élodie', lastName: 'ÑANDÚ Straße' }, 'elodie nandu strasse'],
  [{ firstName: 'Ольга', lastName: 'ЖУК' }, 'ольга жук'],
])('people are found by the same text from their insertion on as after a change: %j', async (named, text) => {
  const users = (await usersOf(3)).map((user) => ({ ...user, ...named }))
  await send(users)
  const texts = () =>
    portico.database.query<{ text: string }>(
      `select text from user_search where user_id = any($1::uuid[]) order by user_id`,
      [users.map(({ id }) => id)],
    )
  const inserted = await texts()
  expect(inserted).toHaveLength(3)
  const found = new RegExp(`^ida\\.[\\da-f-]{36} ida\\.[\\da-f-]{36}@people\\.example ${text}$`)
  for (const one of inserted) expect(one.text).toMatch(found)
  const rename = (firstName: string) =>
    portico.database.execute(`update portal_user set first_name = $2 where id = any($1::uuid[])`, [
      users.map(({ id }) => id),
      firstName,
    ])
  await rename('X')
  expect(await texts()).not.toEqual(inserted)
  await rename(named.firstName)
  expect(await texts()).toEqual(inserted)
})

test.each([
  ['a user name', (user: ImportedUser, { userName }: { userName: string }) => ({ ...user, userName })],
  ['an address', (user: ImportedUser, { email }: { email: string }) => ({ ...user, email: email.toUpperCase() })],
  [
    'the look of a user name',
    (user: ImportedUser, { userName }: { userName: string }) => ({
      ...user,
      // A Cyrillic letter that looks the same.
      userName: userName.replace('a', 'а'),
    }),
  ],
])('of those whose name somebody took meanwhile, %s, nobody is inserted, and all others are', async (_, taking) => {
  const [person, users] = [await addPerson(portico, { userName: `ada.${randomUUID()}` }), await usersOf(600)]
  // In the second piece, so that the first one is sent already.
  const all = users.map((user, at) => (at === 300 ? taking(user, person) : user))
  await expect(send(all)).rejects.toThrow('duplicate key')
  expect(await standing(all)).toEqual(new Set())
  const others = idsOf(all.filter((__, at) => at !== 300))
  expect(await insert(all)).toEqual(others)
  expect(await standing(all)).toEqual(others)
})
