// The moves of a tenant, as the audit log has them, and undoing the newest.
import { expect, test } from 'vitest'
import type { TenantMove } from '#contract/access-history.ts'
import type { Page } from '#contract/kernel/page.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'

const { world, call, good } = openAccess()

const bearerOf = async (name: string) =>
  (await signIn(world.portico, await addPerson(world.portico, { roles: [name] }))).bearer

test('the moves of a tenant say from where to where, by whom; the newest is undone from there, while its old place is there', async () => {
  const [north, south] = [
    await addTenant(world.portico, { title: 'Old north' }),
    await addTenant(world.portico, { title: 'New south' }),
  ]
  const tenant = await addTenant(world.portico, { parentId: north })
  await good('PUT', `tenants/${tenant}/change-parent`, { newParentId: south })
  await good('PUT', `tenants/${tenant}/change-parent`, { newParentId: null })
  const manager = await bearerOf('Manager')
  const moves = async () =>
    (await call<Page<TenantMove>>('GET', `access/moves?tenantId=${tenant}`, { as: manager })).body
  const by = { id: world.chief.id, name: world.chief.userName }
  const [toTop, toSouth] = [
    { by, from: { id: south, name: 'New south' }, to: null },
    { by, from: { id: north, name: 'Old north' }, to: { id: south, name: 'New south' }, undoable: false },
  ]
  const { items, count } = await moves()
  expect([items, count]).toMatchObject([[{ ...toTop, undoable: true }, toSouth], 2])
  expect((await call('POST', `access/undo/${items[0]?.id}`, { as: manager })).status).toBe(200)
  expect((await moves()).items).toMatchObject([
    { from: null, to: { id: south }, undoable: true },
    { ...toTop, undoable: false },
    { ...toSouth, undoable: true },
  ])
  await good('PUT', `tenants/${tenant}/change-parent`, { newParentId: north })
  await good('DELETE', `tenants/${south}`)
  expect((await moves()).items[0]).toMatchObject({ from: { id: south, name: 'New south' }, undoable: false })
  expect(
    (await call('GET', `access/moves?tenantId=${tenant}`, { as: await bearerOf('UserAdministrator') })).status,
  ).toBe(403)
  expect((await call('GET', 'access/moves')).body.errors?.map(({ field }) => field)).toEqual(['tenantId'])
})
