// What a preview reads, and the stamp that a write computes for itself.
import { expect, test } from 'vitest'
import type { Tx } from '#server/kernel/context.ts'
import type { AccessChange } from '#contract/access-preview.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'
import { differences } from './difference.ts'
import { measureAround, stampOf } from './measure.ts'

const { world, give, addGroup, preview } = openAccess()

test('a write finds in its own transaction the stamp that its preview had, and another one where something came between', async () => {
  const [tenant, person] = [await addTenant(world.portico), await addPerson(world.portico)]
  const group = await addGroup()
  await give(tenant, group)
  const change: AccessChange = { kind: 'joinGroup', groupId: group.id, userId: person.id }
  const { stamp } = await preview(change)
  const found = (more = false) =>
    world.portico.write(async (tx) => {
      if (more)
        await tx.query(`insert into tenant (id, title, parent_id) values (gen_random_uuid(), 'Between', $1)`, [tenant])
      const measured = await measureAround(tx, change)
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        group.id,
        person.id,
      ])
      const { before, after } = await measured()
      await tx.query(`delete from group_member where group_id = $1`, [group.id])
      return stampOf(await differences(before, after))
    })
  expect([await found(), (await found(true)) === stamp]).toEqual([stamp, false])
})

test('a preview of one person joining a group reads the tree around the rows of the group, and not the rest of it', async () => {
  const top = await addTenant(world.portico)
  const place = await addTenant(world.portico, { parentId: top })
  const below = await addTenant(world.portico, { parentId: place })
  for (let beside = 0; beside < 30; beside += 1) await addTenant(world.portico, { parentId: top })
  const [group, person] = [await addGroup(), await addPerson(world.portico)]
  await give(place, group)
  const read: unknown[] = []
  await world.portico.write(async (tx) => {
    const counting: Tx = {
      ...tx,
      query: async (row, text, values) => {
        const rows = await tx.query(row, text, values)
        if (/\btenant t\b/.test(text)) read.push(...rows)
        return rows
      },
    }
    await (await measureAround(counting, { kind: 'joinGroup', groupId: group.id, userId: person.id }))()
  })
  // Once, since no tenant moves.
  const [{ ids }] = read as [{ ids: string }]
  expect([read.length, [...new Set(ids.split(','))].toSorted()]).toEqual([
    1,
    [zeroTenant, top, place, below].toSorted(),
  ])
})
