// What stands in the way of an undo is named, by a code with its data, and the lists offer what would go through: the
// same judgement, in random histories too.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MemberChange, TenantMove } from '#contract/access-history.ts'
import type { Page } from '#contract/kernel/page.ts'
import { expireAssignments } from '#server/features/members/expiry.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'
import { until } from '#server/spec/testing/portico.ts'

const { world, call, good, give, addGroup, addOwned } = openAccess()

const rowPath = ({ tenantId, id }: { tenantId: string; id: string }) => `tenants/${tenantId}/members/${id}`
const changesOf = async (identityId: string) =>
  (await good<Page<MemberChange>>('GET', `access/changes?identityId=${identityId}&take=100`)).items
const movesOf = async (tenantId: string) =>
  (await good<Page<TenantMove>>('GET', `access/moves?tenantId=${tenantId}&take=100`)).items
const undo = async (id: number | undefined) => {
  const { status, body } = await call('POST', `access/undo/${id}`)
  return {
    status,
    reasons: (body.reasons ?? []).map(({ code, data }) => [code, ...Object.values(data)].join(' ')),
    message: body.message,
  }
}
const assignedTo = async (identityId: string) =>
  (
    await world.portico.database.query<{ role: string }>(
      `select r.name || case when m.is_inheritable then ' +' else '' end as role
         from tenant_member m
         join current_role_assignment mr on mr.member_id = m.id
         join role r on r.id = mr.role_id
        where m.identity_id = $1
        order by 1`,
      [identityId],
    )
  ).map(({ role }) => role)
const flag = (roleId: string) =>
  world.portico.write((tx) => tx.query(`update role set by_hierarchy = true where id = $1`, [roleId]))
/** Far enough ahead for a loaded machine to write it before it has passed. */
const soon = (milliseconds = 2000) => new Date(Date.now() + milliseconds).toISOString()
const past = (time: string) => until(() => Date.now() > Date.parse(time) + 5)

describe('an undo', () => {
  test('gives back a role that is given by hierarchy only by now: what stood comes back, saved, revoked, left or removed', async () => {
    const [tenant, person, keeper] = [
      await addTenant(world.portico),
      await addPerson(world.portico),
      await addOwned('Keeper'),
    ]
    const row = await give(tenant, person, { roles: [keeper.roleId] })
    await flag(keeper.roleId)
    const away = [
      () => good('PUT', rowPath(row), { isInheritable: true, roles: [] }),
      () => good('POST', `tenants/${tenant}/members/revokeAccess`, { applicationIds: [keeper.id], userId: person.id }),
      () => good('DELETE', rowPath(row)),
      () => good('DELETE', `tenantIdentities/${person.id}`),
    ]
    for (const take of away) {
      await take()
      expect(await assignedTo(person.id)).toEqual([])
      const [newest] = await changesOf(person.id)
      expect([newest?.undoable, (await undo(newest?.id)).status, await assignedTo(person.id)]).toEqual([
        true,
        200,
        ['Keeper +'],
      ])
    }
  })

  test('of a move is refused by name where the old parent stands below the tenant by now, and is not offered', async () => {
    const [old, next] = [await addTenant(world.portico), await addTenant(world.portico)]
    const tenant = await addTenant(world.portico, { parentId: old })
    await good('PUT', `tenants/${tenant}/change-parent`, { newParentId: next })
    await good('PUT', `tenants/${old}/change-parent`, { newParentId: tenant })
    const [move] = await movesOf(tenant)
    expect(move?.undoable).toBe(false)
    expect(await undo(move?.id)).toEqual({
      status: 409,
      reasons: ['below-itself'],
      message: 'This cannot be undone any more: the tenant above it stands below it by now',
    })
  })

  test('leaves a role away whose end has passed, and is refused by name where nothing else would come back', async () => {
    const [tenant, person, other] = [
      await addTenant(world.portico),
      await addPerson(world.portico),
      await addOwned('Other'),
    ]
    const end = soon()
    const row = await give(tenant, person, { roles: [world.shop.roleId, other.roleId] })
    await good('PUT', rowPath(row), {
      isInheritable: true,
      roles: [world.shop.roleId, other.roleId],
      ends: [{ roleId: world.shop.roleId, endsOn: end }],
    })
    await good('PUT', rowPath(row), { isInheritable: true, roles: [] })
    const [both] = await changesOf(person.id)
    await past(end)
    expect([both?.undoable, (await undo(both?.id)).status, await assignedTo(person.id)]).toEqual([
      true,
      200,
      ['Other +'],
    ])
    const last = soon()
    await good('PUT', rowPath(row), {
      isInheritable: true,
      roles: [world.shop.roleId],
      ends: [{ roleId: world.shop.roleId, endsOn: last }],
    })
    await good('PUT', rowPath(row), { isInheritable: true, roles: [] })
    await past(last)
    const [alone] = await changesOf(person.id)
    expect(alone?.undoable).toBe(false)
    expect(await undo(alone?.id)).toEqual({
      status: 409,
      reasons: ['roles-ended shop: Seller'],
      message: 'This cannot be undone any more: the end of shop: Seller has passed',
    })
  })

  test('goes through after a role has ended that it is not about, before and after the clean-up', async () => {
    const [tenant, other] = [await addTenant(world.portico), await addOwned('Stays')]
    for (const cleared of [false, true]) {
      const [person, end] = [await addPerson(world.portico), soon()]
      const row = await give(tenant, person, { roles: [world.shop.roleId, other.roleId] })
      const state = { roles: [world.shop.roleId, other.roleId], ends: [{ roleId: world.shop.roleId, endsOn: end }] }
      await good('PUT', rowPath(row), { ...state, isInheritable: true })
      await good('PUT', rowPath(row), { ...state, isInheritable: false })
      await past(end)
      if (cleared) await expireAssignments(jobContext(world.portico, 'end-grants'))
      const change = (await changesOf(person.id)).find(
        ({ before, after }) => before?.isInheritable && !after?.isInheritable,
      )
      expect([change?.undoable, (await undo(change?.id)).status, await assignedTo(person.id)]).toEqual([
        true,
        200,
        ['Stays +'],
      ])
    }
  })

  test('is made once: what was undone is not offered again, also where it stands as it left it; the reasons name who and when', async () => {
    const [tenant, person] = [await addTenant(world.portico), await addPerson(world.portico)]
    const row = await give(tenant, person, { isInheritable: false })
    await good('PUT', rowPath(row), { isInheritable: true, roles: [world.shop.roleId] })
    const [first] = await changesOf(person.id)
    expect((await undo(first?.id)).status).toBe(200)
    const [back] = await changesOf(person.id)
    expect((await undo(back?.id)).status).toBe(200)
    const again = await changesOf(person.id)
    expect(again.map(({ undoable }) => undoable)).toEqual([true, false, false, false])
    const { reasons, message } = await undo(first?.id)
    expect(reasons).toEqual([expect.stringMatching(/^undone-already \d{4}-/)])
    expect(message).toMatch(/^This cannot be undone any more: it was undone already, on /)
    const added = again.at(-1)
    expect((await undo(added?.id)).reasons[0]).toMatch(new RegExp(`^changed-later ${world.chief.userName} \\d{4}-`))
  })

  test('is not offered to anyone who may not make the change', async () => {
    const person = await addPerson(world.portico)
    await give(zeroTenant, person)
    const clerk = (await signIn(world.portico, await addPerson(world.portico, { roles: ['UserAdministrator'] }))).bearer
    const [listed] = (await call<Page<MemberChange>>('GET', `access/changes?identityId=${person.id}`, { as: clerk }))
      .body.items
    expect([
      listed?.undoable,
      (await call('POST', `access/undo/${listed?.id}`, { as: clerk })).status,
      (await changesOf(person.id))[0]?.undoable,
    ]).toEqual([false, 403, true])
  })
})

const kinds = [
  'add',
  'save',
  'save',
  'saveEnding',
  'wait',
  'clean',
  'remove',
  'flag',
  'move',
  'moveOther',
  'leave',
  'undo',
  'undo',
] as const
const step = fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat({ max: 99 }), b: fc.boolean() })
const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T

test('what is offered goes through, what is not is refused by name with 409, in random histories', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), fc.nat(), async (steps, order) => {
      const top = await addTenant(world.portico)
      const tenants = [top, await addTenant(world.portico, { parentId: top }), await addTenant(world.portico)]
      const [person, group] = [await addPerson(world.portico), await addGroup()]
      const roles = [(await addOwned('A')).roleId, (await addOwned('B')).roleId]
      let [last, row] = ['', await give(tenants[1] ?? '', pick([person, group], order), { roles })]
      const identityId = row.identityId
      const offered = async () => [
        ...(await changesOf(identityId)),
        ...(await movesOf(tenants[1] ?? '')),
        ...(await movesOf(top)),
      ]
      const save = async (a: number, b: boolean, endsOn?: string) => {
        const roleId = pick(roles, a)
        await call('PUT', rowPath(row), {
          body: { isInheritable: b, roles: a % 3 ? [roleId] : roles, ...(endsOn && { ends: [{ roleId, endsOn }] }) },
        })
      }
      const judged = async (at: number) => {
        // No end passes between what is offered and what is tried.
        if (last) await past(last)
        const one = pick(await offered(), at)
        const { status, reasons } = await undo(one.id)
        expect([one.undoable, reasons.length > 0]).toEqual([status === 200, status === 409])
        row = {
          ...row,
          id:
            (
              await world.portico.database.query<{ id: string }>(
                `select id from tenant_member where identity_id = $1`,
                [identityId],
              )
            )[0]?.id ?? row.id,
        }
      }
      const ways: Record<(typeof kinds)[number], (a: number, b: boolean) => unknown> = {
        add: async (a, b) => {
          const { body, status } = await call<typeof row>('POST', `tenants/${row.tenantId}/members`, {
            body: { identityType: row.identityType, identityId, roles: [pick(roles, a)], isInheritable: b },
          })
          if (status === 200) row = body
        },
        save,
        saveEnding: (a, b) => save(a, b, (last = soon(150))),
        wait: () => (last ? past(last) : undefined),
        clean: () => expireAssignments(jobContext(world.portico, 'end-grants')),
        remove: () => call('DELETE', rowPath(row)),
        leave: () => call('DELETE', `tenantIdentities/${identityId}`),
        flag: (a) => flag(pick(roles, a)),
        move: (a, b) =>
          call('PUT', `tenants/${tenants[1]}/change-parent`, { body: { newParentId: b ? null : pick(tenants, a) } }),
        moveOther: (a, b) =>
          call('PUT', `tenants/${top}/change-parent`, { body: { newParentId: b ? null : pick(tenants, a) } }),
        undo: (a) => judged(a),
      }
      for (const { kind, a, b } of steps) await ways[kind](a, b)
      for (let tries = 0; tries < 4; tries += 1) await judged(order + tries)
    }),
    { numRuns: 10 },
  )
})
