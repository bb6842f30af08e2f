// What is said of a member beside the roles: from outside or not, locked or not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import { accountApi, guess } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }
type Names = 'inside' | 'outside' | 'customer' | 'lockedByHand' | 'lockedByFailures'

let portico: TestPortico
let administrator: Bearer
let tenantId: string
let people: Record<Names, Person>
let groupId: string
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'acme.example,acme-group.example' })
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  const shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
  tenantId = await addTenant(portico, { title: 'Acme' })
  people = {
    inside: await addPerson(portico, { email: 'Inside@Acme-Group.example' }),
    outside: await addPerson(portico, { email: 'outside@client.example' }),
    customer: await addPerson(portico, { email: 'customer@acme.example', areaName: 'Customers' }),
    lockedByHand: await addPerson(portico, { email: 'by-hand@acme.example' }),
    lockedByFailures: await addPerson(portico),
  }
  for (const { id } of Object.values(people))
    await assignRole(portico, { identityId: id, roleId: shop.roleId, tenantId })
  groupId = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into user_group (id, name, area_id) select $1, 'Sellers', id from area where name = 'Customers'`, [
      groupId,
    ]),
  )
  await assignRole(portico, { identityId: groupId, identityType: 'Group', roleId: shop.roleId, tenantId })
  await get(`account/lock/${people.lockedByHand.id}`)
  await guess(accountApi(portico), people.lockedByFailures.userName, 6)
})
afterAll(() => portico.close())

const get = async <T>(path: string) =>
  (await createBrowser(portico.origin).get(`/api/v1/${path}`, administrator)).json<T>()
const listed = async (query = '') => {
  const { items } = await get<{ items: Member[] }>(`admin/tenants/${tenantId}/members?take=100${query}`)
  return new Map(items.map(({ identityId, external, locked }) => [identityId, { external, locked }]))
}

test('a member is external in the area Customers or with another domain than the company’s; a group is not', async () => {
  const flags = await listed()
  const external = ({ id }: { id: string }) => flags.get(id)?.external
  expect([
    external(people.inside),
    external(people.lockedByHand),
    external(people.outside),
    external(people.customer),
    external({ id: groupId }),
  ]).toEqual([false, false, true, true, false])
})

test('R4.7-02 a member is locked when the list of users says so: by an administrator or by failures', async () => {
  const flags = await listed()
  const users = await get<{ items: { id: string; locked: boolean }[] }>('admin/users?take=100')
  const ofUsers = new Map(users.items.map(({ id, locked }) => [id, locked]))
  for (const { id } of Object.values(people)) expect(flags.get(id)?.locked).toBe(ofUsers.get(id))
  expect([...flags.values()].filter(({ locked }) => locked)).toHaveLength(2)
  expect(flags.get(groupId)).toEqual({ external: false, locked: false })
})

test('they are said as of a past day, of those asked for by id, and of one who has no row here', async () => {
  const now = await listed()
  expect(await listed(`&asOf=${new Date(Date.now() + 1000).toISOString()}`)).toEqual(now)
  const included = await get<{ items: Member[] }>(
    `admin/tenants/${tenantId}/members?take=1&skip=100&includeIds=${people.lockedByHand.id}`,
  )
  expect(included.items).toMatchObject([{ identityId: people.lockedByHand.id, external: false, locked: true }])
  const elsewhere = await addTenant(portico)
  for (const { id } of [...Object.values(people), { id: groupId }])
    expect(await get(`admin/tenants/${elsewhere}/members/identity?identityId=${id}`)).toMatchObject({
      id: null,
      ...now.get(id),
    })
})
