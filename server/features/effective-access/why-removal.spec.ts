// The smallest change that takes a role away, against what happens when it is made, in random worlds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RemovalStep, Why } from '#contract/why.ts'
import type { Member } from '#contract/members.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'

const { world, good, give, addGroup, everyEffectiveRole } = openAccess()

const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T
const index = fc.nat({ max: 999 })
const blueprint = fc.record({
  parents: fc.array(fc.option(index), { minLength: 3, maxLength: 7 }),
  rows: fc.array(fc.record({ tenant: index, identity: index, passes: fc.boolean() }), { minLength: 2, maxLength: 8 }),
  groups: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
  questions: index,
})

const take = async (step: RemovalStep, userId: string) => {
  if (step.kind === 'leave-group') return good('DELETE', `groups/${step.group?.id}/users/${userId}`)
  return good('PUT', `tenants/${step.tenantId}/members/${step.memberId}`, { isInheritable: true, roles: [] })
}

test('A-192 each step of the smallest change loses the role at so many other tenants as it says, and after the last it is gone', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(blueprint, async ({ parents, rows, groups, questions }) => {
      const person = await addPerson(world.portico)
      const tenants: string[] = []
      for (const parent of parents)
        tenants.push(
          await addTenant(
            world.portico,
            parent === null || tenants.length === 0 ? {} : { parentId: pick(tenants, parent) },
          ),
        )
      const mine = await Promise.all(groups.map((member) => addGroup(...(member ? [person] : []))))
      for (const { tenant, identity, passes } of rows)
        await give(pick([...tenants, zeroTenant], tenant), pick([person, ...mine], identity), { isInheritable: passes })
      const had = async () => {
        const effective = await everyEffectiveRole({ people: [person.id], tenants: [...tenants, zeroTenant] })
        return new Set(
          [...effective].filter((entry) => entry.includes(world.shop.roleId)).map((entry) => entry.split(' ')[2] ?? ''),
        )
      }
      const tenantId = pick(tenants, questions)
      const { removal, allowed } = await good<Why>(
        'GET',
        `access/why?userId=${person.id}&tenantId=${tenantId}&roleId=${world.shop.roleId}`,
      )
      expect(allowed).toBe((await had()).has(tenantId))
      let before = await had()
      // Tenants of other worlds lose what came from Global as well: they are counted, and not looked at here.
      const known =
        (
          await world.portico.database.query<{ count: number }>(
            `select count(*) as count from tenant where id <> all($1::uuid[])`,
            [[...tenants, zeroTenant]],
          )
        )[0]?.count ?? 0
      for (const step of removal) {
        await take(step, person.id)
        const after = await had()
        const lost = [...before].filter((tenant) => !after.has(tenant))
        const elsewhere = lost.includes(zeroTenant) ? known : 0
        expect(step.otherTenants).toBe(
          lost.filter((tenant) => tenant !== tenantId && tenant !== zeroTenant).length + elsewhere,
        )
        before = after
      }
      expect(before.has(tenantId)).toBe(false)
    }),
    { numRuns: 25 },
  )
})

test('A-192 Global is no tenant that loses a role; anyone who has it from somewhere else as well does not lose it there', async () => {
  const top = await addTenant(world.portico)
  const [here, beside] = [
    await addTenant(world.portico, { parentId: top }),
    await addTenant(world.portico, { parentId: top }),
  ]
  const person = await addPerson(world.portico)
  await give(top, person)
  await give(beside, person, { isInheritable: false })
  const why = () => good<Why>('GET', `access/why?userId=${person.id}&tenantId=${here}&roleId=${world.shop.roleId}`)
  expect((await why()).removal.map(({ kind, otherTenants }) => [kind, otherTenants])).toEqual([['take-role', 1]])
  await give(zeroTenant, await addGroup(person))
  const [{ count } = { count: 0 }] = await world.portico.database.query<{ count: number }>(
    `select count(*) as count from tenant`,
  )
  // The membership at Global and the one at the top give it together: the first step loses nothing, the second one all
  // but two.
  expect((await why()).removal.map(({ kind, otherTenants }) => [kind, otherTenants])).toEqual([
    ['take-role', 0],
    ['leave-group', count - 3],
  ])
})

test('A-192 people come first: a group is left, and own rows are cleared, before a row of the group Users', async () => {
  const [here, person] = [await addTenant(world.portico), await addPerson(world.portico)]
  const [everyone] = await world.portico.database.query<{ id: string }>(
    `select id from user_group where rule = 'everyone'`,
    [],
  )
  const member = await world.portico.database.query<{ id: string }>(
    `select id from tenant_member where identity_id = $1`,
    [everyone?.id],
  )
  await world.portico.write((tx) =>
    tx.query(`insert into role_assignment (member_id, role_id) values ($1, $2)`, [member[0]?.id, world.shop.roleId]),
  )
  const group = await addGroup(person)
  await give(zeroTenant, group)
  const row: Member = await give(here, person, { isInheritable: false })
  const { removal } = await good<Why>(
    'GET',
    `access/why?userId=${person.id}&tenantId=${here}&roleId=${world.shop.roleId}`,
  )
  expect(removal.map(({ kind, group: of, memberId }) => [kind, of?.id ?? memberId])).toEqual([
    ['take-role', row.id],
    ['leave-group', group.id],
    ['take-role', everyone?.id],
  ])
  // Who is locked or a draft has no access to lose.
  const [locked, draft] = [await addPerson(world.portico), await addPerson(world.portico)]
  await world.portico.write((tx) =>
    tx.query(`update portal_user set locked_by_administrator = (id = $1), draft = (id = $2) where id in ($1, $2)`, [
      locked.id,
      draft.id,
    ]),
  )
  const [{ count } = { count: 0 }] = await world.portico.database.query<{ count: number }>(
    `select count(*) as count from portal_user where not draft and not locked_by_administrator`,
  )
  const again = await good<Why>('GET', `access/why?userId=${person.id}&tenantId=${here}&roleId=${world.shop.roleId}`)
  expect(again.removal.map(({ otherPeople }) => otherPeople)).toEqual([0, 0, count - 1])
})
