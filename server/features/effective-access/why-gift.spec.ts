// The smallest change that gives a missing role, against what a preview of it says, in random worlds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SingleChange } from '#contract/access-preview.ts'
import type { Gift, Why } from '#contract/why.ts'
import { globalTenant } from '#contract/tenants.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'

const { world, good, give, addGroup, addOwned, preview, apply } = openAccess()

const why = (userId: string, tenantId: string) =>
  good<Why>('GET', `access/why?userId=${userId}&tenantId=${tenantId}&roleId=${world.shop.roleId}`)

type GiftInput = { readonly userId: string; readonly roles?: readonly string[] }

/** As the drawer makes it; `roles` are those of a membership that passes down from then on. */
const changeOf = (gift: Gift, { userId, roles = [world.shop.roleId] }: GiftInput): SingleChange => {
  const { kind, group, memberId, isInheritable } = gift
  const tenantId = gift.tenantId ?? ''
  if (kind === 'join-group') return { kind: 'joinGroup', groupId: group?.id ?? '', userId }
  if (kind === 'inherit')
    return { kind: 'saveMember', tenantId, memberId: memberId ?? '', member: { isInheritable, roles: [...roles] } }
  const member = { identityType: 'User' as const, identityId: userId, roles: [world.shop.roleId], isInheritable }
  return { kind: 'addMember', tenantId, member }
}

const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T
const index = fc.nat({ max: 999 })
const blueprint = fc.record({
  parents: fc.array(index, { minLength: 3, maxLength: 6 }),
  rows: fc.array(fc.record({ tenant: index, identity: index, passes: fc.boolean() }), { minLength: 2, maxLength: 5 }),
})

/**
 * A group’s membership that does not pass down, beside a group to join below: every kind of gift, whatever else comes.
 */
const closedAbove = {
  parents: [0, 0, 0],
  rows: [
    { tenant: 0, identity: 1, passes: false },
    { tenant: 1, identity: 0, passes: true },
  ],
}

test('A-192 each gift gives the role there, and at so many other tenants as it says', {
  timeout: 120_000,
}, async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(blueprint, async ({ parents, rows }) => {
      const person = await addPerson(world.portico)
      const tenants: string[] = []
      for (const parent of parents)
        tenants.push(await addTenant(world.portico, tenants.length ? { parentId: pick(tenants, parent) } : {}))
      const identities = [await addGroup(), await addGroup(person), person]
      for (const { tenant, identity, passes } of rows)
        await give(pick(tenants, tenant), pick(identities, identity), { isInheritable: passes })
      let given: { tenantId: string; gift: Gift } | undefined
      for (const tenantId of tenants) {
        const { gifts, chains } = await why(person.id, tenantId)
        expect(gifts.length > 0).toBe(chains.length === 0)
        for (const gift of gifts) {
          kinds.add(gift.kind)
          const { items } = await preview(changeOf(gift, { userId: person.id }))
          const gained = items.find(({ userId, roleId }) => userId === person.id && roleId === world.shop.roleId)
          expect([gift.kind, gained?.change, gained?.tenants]).toEqual([gift.kind, 'Gains', 1 + gift.otherTenants])
          given = { tenantId, gift }
        }
      }
      if (!given) return
      await apply(changeOf(given.gift, { userId: person.id }))
      expect((await why(person.id, given.tenantId)).allowed).toBe(true)
    }),
    { numRuns: 10, examples: [[closedAbove]] },
  )
  expect([...kinds].toSorted()).toEqual(['give-role', 'inherit', 'join-group'])
})

test('rule 29 the one that touches the fewest people comes first: an own row, a group with few roles, a row of a group that passes down', async () => {
  const top = await addTenant(world.portico, { title: 'Upper' })
  const here = await addTenant(world.portico, { title: 'Lower', parentId: top })
  await addTenant(world.portico, { parentId: here })
  const [person, other] = [await addPerson(world.portico), await addPerson(world.portico)]
  const more = await addOwned('Keeper')
  const [open, rich, mine] = [await addGroup(other), await addGroup(other), await addGroup(person, other)]
  await give(here, open)
  await give(here, rich, { roles: [world.shop.roleId, more.roleId], isInheritable: false })
  const above = await give(top, mine, { roles: [world.shop.roleId, more.roleId], isInheritable: false })
  const own = await give(here, person, { roles: [more.roleId] })
  const bare = { memberId: null, tenantId: null, tenantName: null, isInheritable: false, otherPeople: 0 }
  const { gifts, missing } = await why(person.id, here)
  expect(missing).toMatchObject([{ reason: 'not-inheritable', tenantName: 'Upper' }])
  expect(gifts).toEqual([
    {
      kind: 'give-role',
      group: null,
      memberId: own.id,
      tenantId: here,
      tenantName: 'Lower',
      isInheritable: true,
      otherTenants: 1,
      otherPeople: 0,
      otherRoles: 0,
    },
    { ...bare, kind: 'join-group', group: { id: open.id, name: expect.any(String) }, otherTenants: 1, otherRoles: 0 },
    { ...bare, kind: 'join-group', group: { id: rich.id, name: expect.any(String) }, otherTenants: 0, otherRoles: 1 },
    {
      kind: 'inherit',
      group: { id: mine.id, name: expect.any(String) },
      memberId: above.id,
      tenantId: top,
      tenantName: 'Upper',
      isInheritable: true,
      otherTenants: 1,
      otherPeople: 1,
      otherRoles: 1,
    },
  ])
  const inherit = gifts[3]
  if (!inherit) throw new Error('no row of a group')
  const { summary } = await preview(changeOf(inherit, { userId: person.id, roles: [world.shop.roleId, more.roleId] }))
  expect(summary.gaining.people).toBe(2)
})

test('nothing is given to somebody who has it; a draft joins no group; at Global a row passes down', async () => {
  const [holder, draft] = [await addPerson(world.portico), await addPerson(world.portico)]
  const here = await addTenant(world.portico)
  await give(here, holder)
  await give(here, await addGroup())
  await world.portico.write((tx) => tx.query(`update portal_user set draft = true where id = $1`, [draft.id]))
  expect((await why(holder.id, here)).gifts).toEqual([])
  expect((await why(draft.id, here)).gifts.map(({ kind }) => kind)).toEqual(['give-role'])
  const [gift] = (await why(holder.id, globalTenant)).gifts
  if (!gift) throw new Error('nothing to give at Global')
  expect(gift).toMatchObject({ isInheritable: true, memberId: null })
  const [gained] = (await preview(changeOf(gift, { userId: holder.id }))).items
  expect([gained?.everywhere, gained?.tenants]).toEqual([true, 1 + gift.otherTenants])
})
