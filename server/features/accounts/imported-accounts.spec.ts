// Many users at once, some of whose names somebody takes in this very moment: between the check and the insertion.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { type ImportedUser, insertUsers } from './imported-accounts.store.ts'

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
    }
  })
}

const insert = (users: readonly ImportedUser[]) =>
  portico.write(async (tx) => {
    const inserted = await insertUsers(tx, users, { createdBy: null, now: new Date() })
    // What follows is written in the same transaction.
    await tx.execute(`update portal_user set invited_on = now() where id = any($1::uuid[])`, [[...inserted]])
    return inserted
  })

const standing = async (users: readonly ImportedUser[]) =>
  new Set(
    (
      await portico.database.query<{ id: string }>(
        `select id from portal_user where id = any($1::uuid[]) and invited_on is not null`,
        [users.map(({ id }) => id)],
      )
    ).map(({ id }) => id),
  )

test('all are inserted where nobody took a name, some hundreds at a time', async () => {
  const users = await usersOf(600)
  expect(await insert(users)).toEqual(new Set(users.map(({ id }) => id)))
  expect(await standing(users)).toEqual(new Set(users.map(({ id }) => id)))
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
  const others = new Set(all.flatMap(({ id }, at) => (at === 300 ? [] : id)))
  expect(await insert(all)).toEqual(others)
  expect(await standing(all)).toEqual(others)
})
