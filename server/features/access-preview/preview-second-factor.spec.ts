// How many people a change of access asks for a second factor for the first time.
import { expect, test } from 'vitest'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'

const { world, give, addGroup, preview } = openAccess()

const newly = async (change: object) => (await preview(change)).summary.newlySecondFactor

const member = (identityId: string, { identityType = 'User', isInheritable = true } = {}) => ({
  identityType,
  identityId,
  roles: [world.shop.roleId],
  isInheritable,
})

test('A-37 a person: by the tenant itself, or by a row that passes down to one that demands it', async () => {
  const top = await addTenant(world.portico)
  const strict = await addTenant(world.portico, { parentId: top, twoFactor: true })
  const below = await addTenant(world.portico, { parentId: strict })
  const { id } = await addPerson(world.portico)
  const adding = (tenantId: string, row = {}) => newly({ kind: 'addMember', tenantId, member: member(id, row) })
  expect(await adding(strict, { isInheritable: false })).toBe(1)
  expect(await adding(top)).toBe(1)
  expect(await adding(top, { isInheritable: false })).toBe(0)
  expect(await adding(below)).toBe(0)
  await give(strict, { id })
  expect(await adding(top)).toBe(0)
})

test('A-37 each of a group, however many they are, but nobody who needs it already', async () => {
  const strict = await addTenant(world.portico, { twoFactor: true })
  const people = await Promise.all(Array.from({ length: 23 }, () => addPerson(world.portico)))
  const [first, ...others] = people
  const [few, many] = [await addGroup(...others.slice(0, 2)), await addGroup(...people)]
  if (first) await give(strict, first)
  const adding = (id: string) =>
    newly({ kind: 'addMember', tenantId: strict, member: member(id, { identityType: 'Group' }) })
  expect(await adding(few.id)).toBe(2)
  expect(await adding(many.id)).toBe(22)
})
