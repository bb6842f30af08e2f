// Where more tenants demand a second factor than are walked up from, the walk goes down from the person instead.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addMembership, addTenant } from '#server/spec/testing/tenants.ts'
import { needsSecondFactor } from './effective-access.public.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

test.each([0, 1_001])('A-37 with %i other tenants that demand it', async (others) => {
  await portico.database.execute(
    `insert into tenant (id, title, requires_two_factor) select gen_random_uuid(), 'Other ' || n, true from generate_series(1, $1::int) n`,
    [others],
  )
  const top = await addTenant(portico)
  const middle = await addTenant(portico, { parentId: top })
  const strict = await addTenant(portico, { parentId: middle, twoFactor: true })
  const below = await addTenant(portico, { parentId: strict })
  const needs = async (tenantId: string, isInheritable: boolean) => {
    const { id } = await addPerson(portico)
    await addMembership(portico, { identityId: id, tenantId, isInheritable })
    return needsSecondFactor(portico.database, id)
  }
  expect(await needs(strict, false)).toBe(true)
  expect(await needs(top, true)).toBe(true)
  expect(await needs(top, false)).toBe(false)
  expect(await needs(below, true)).toBe(false)
  expect(await needsSecondFactor(portico.database, (await addPerson(portico)).id)).toBe(false)
})
