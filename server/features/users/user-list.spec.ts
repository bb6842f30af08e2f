// The list of users: what it shows, finds and filters (R3.7-01, R7.6-06).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { openUsers } from './users.harness.ts'

const { world, call, list, create } = openUsers()
beforeAll(async () => {
  for (let n = 0; n < 7; n++) await addPerson(world.portico)
})

describe('the list', () => {
  test('R3.7-01 R9-15 R7.1-05 has the fields of an item, newest change first', async () => {
    const made = await create()
    const { items, count } = await list('take=1000')
    expect(items[0]).toEqual({
      id: made.id,
      userName: made.userName,
      firstName: 'Noa',
      lastName: 'Neu',
      email: made.email,
      areaName: 'Grants France',
      locked: false,
      lockState: 'None',
      draft: false,
      validateScopes: false,
      modifiedOn: made.modifiedOn,
      missingRole: null,
    })
    expect(count).toBe(items.length)
    const times = items.map(({ modifiedOn }) => modifiedOn)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('R2.5-27 is searched by what people are called now, alone and with a filter, and nobody is found who is gone', async () => {
    const { id } = await create({ userName: 'zoraida.quetzal', firstName: 'Zoraïda', lastName: 'Quetzal' })
    const found = async (search: string, more = '') => {
      const { items, count } = await list(`search=${encodeURIComponent(search)}${more}`)
      return [count, ...items.map((item) => item.id)]
    }
    expect([
      await found('zoraida QUETZ'),
      await found('quetzal', '&draft=false'),
      await found('quetzal', '&draft=true'),
    ]).toEqual([[1, id], [1, id], [0]])
    expect(
      (await call('PATCH', `/${id}`, { body: { lastName: 'Colibrí', email: 'z.colibri@people.example' } })).status,
    ).toBe(200)
    expect([
      await found('colibri'),
      await found('zoraida.quetzal'),
      await found('zoraida quetzal@'),
      await found('zo li'),
    ]).toEqual([[1, id], [1, id], [0], [1, id]])
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect([await found('colibri'), await found('zoraida')]).toEqual([[0], [0]])
  })

  test('A-31 locked lists who is locked by failed sign-ins, whatever is counted of the names that were typed', async () => {
    const mark = 'Quokka'
    const [locked, open] = [
      await addPerson(world.portico, { lastName: mark }),
      await addPerson(world.portico, { lastName: mark }),
    ]
    await world.portico.write((tx) =>
      tx.query(
        `insert into sign_in_failure (name_key, source, lock_level, locked_until, changed_on)
         select key, 'somewhere', 1, now() + interval '5 minutes', now() from unnest($1::text[]) as key`,
        [[`user:${locked.id}`, `user:${locked.id}:${'h'.repeat(43)}`, `user:${open.id}:${'h'.repeat(43)}`]],
      ),
    )
    const found = await list(`search=${mark}&locked=true`)
    expect(found.items.map(({ id }) => id)).toEqual([locked.id])
  })

  test('R7.6-06 A-113 A-193 A-197 filters by areaId, area, locked and draft, all at once', async () => {
    const mark = randomUUID().slice(0, 8)
    const made = await create({ lastName: mark })
    const draft = await addPerson(world.portico, { lastName: mark, draft: true, areaName: 'Grants France' })
    const locked = await addPerson(world.portico, { lastName: mark, areaName: 'Customers' })
    await createBrowser(world.portico.origin).get(`/api/v1/account/lock/${locked.id}`, world.administrator)
    const ids = async (query: string) => {
      const { items, count } = await list(`search=${mark}&take=100&${query}`)
      expect(count).toBe(items.length)
      return items.map(({ id }) => id).sort()
    }
    expect(await ids('')).toEqual([made.id, draft.id, locked.id].sort())
    expect(await ids('locked=true')).toEqual([locked.id])
    expect(await ids('locked=false')).toEqual([made.id, draft.id].sort())
    expect(await ids('draft=true')).toEqual([draft.id])
    expect(await ids(`area=${world.areas['Customers']}`)).toEqual([locked.id])
    expect(await ids('area=grants%20france&draft=false')).toEqual([made.id])
    expect(
      await ids(`filter=${encodeURIComponent(`areaId eq ${world.areas['Grants France']} and locked eq false`)}`),
    ).toEqual([made.id, draft.id].sort())
    const forms = [world.areas['Customers'], `'${world.areas['Customers']}'`, `guid'${world.areas['Customers']}'`]
    for (const written of forms)
      expect(await ids(`filter=${encodeURIComponent(`areaId eq ${written}`)}`)).toEqual([locked.id])
    expect(await ids('locked=True')).toEqual([locked.id])
    expect(await ids('locked')).toEqual([locked.id])
    expect(await call('GET', '?locked=maybe')).toMatchObject({ status: 400, body: { errors: [{ field: 'locked' }] } })
    const everyOpen = await list('locked=false&take=1000')
    expect([everyOpen.count, everyOpen.items.some(({ locked: any }) => any)]).toEqual([everyOpen.items.length, false])
  })

  test('is the same from either end, page by page, without a row missing or twice: all of it, what is searched for, what is filtered', async () => {
    for (const which of ['', '&search=people.example', '&search=people&draft=false']) {
      const all = (await list(`take=1000&orderBy=userName asc${which}`)).items.map(({ id }) => id)
      const paged: string[] = []
      for (let skip = 0; skip < all.length + 3; skip += 3)
        paged.push(...(await list(`take=3&skip=${skip}&orderBy=userName asc${which}`)).items.map(({ id }) => id))
      expect([which, paged]).toEqual([which, all])
      expect([new Set(all).size, all.length > 6]).toEqual([all.length, true])
    }
  })

  test('T33 neither orders nor filters by what it does not show', async () => {
    for (const field of ['passwordHash', 'password_hash', 'securityStamp', 'lockState']) {
      expect((await call('GET', `?filter=${field} eq 'x'`)).status).toBe(400)
      expect((await list(`orderBy=${field} desc&take=5`)).items).toEqual((await list('take=5')).items)
    }
  })
})
