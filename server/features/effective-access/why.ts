// "Why?" (docs/ux.md, note 6): every way in which a role comes, what else was checked, what is missing, the smallest
// change that takes it away or gives it.
import type { effectiveAccess } from '#contract/effective-access.ts'
import type { Chain, RemovalStep, Why, WhyNot } from '#contract/why.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { type WhyQuery, chainsOf, checkedFor, nearMisses, personById, roleById, tenantById } from './why.store.ts'
import { giftsFor } from './why-gift.ts'
import { type Effect, effectsOf, givingMembers, tenantsLosing } from './why-removal.store.ts'

const found = <Row>(row: Row | undefined, code: string, field: string): Row => {
  if (row === undefined) throw new Refusal(code, 404, { field })
  return row
}

type Step = RemovalStep & { readonly rows: readonly string[] }

/** Each way out once: a membership is cleared, or a group is left, whichever touches nobody else. */
const waysOut = (
  chains: readonly Chain[],
  effects: readonly Effect[],
  giving: readonly { memberId: string; identityId: string }[],
): Step[] => {
  const effectOf = new Map(effects.map((effect) => [effect.memberId, effect]))
  const steps = new Map<string, Step>()
  for (const { viaGroup, row } of chains) {
    const effect = effectOf.get(row.memberId)
    if (!effect) continue
    const { memberId, tenantId: at, tenantName } = row
    const group = viaGroup && { id: viaGroup.id, name: viaGroup.name }
    const common = { group, otherTenants: 0 }
    if (viaGroup && !viaGroup.automated) {
      const rows = giving.filter(({ identityId }) => identityId === viaGroup.id).map(({ memberId: id }) => id)
      steps.set(viaGroup.id, {
        ...common,
        kind: 'leave-group',
        memberId: null,
        tenantId: null,
        tenantName: null,
        otherPeople: 0,
        otherRoles: Math.max(0, effect.rolesOfGroup - 1),
        rows,
      })
    } else
      steps.set(memberId, {
        ...common,
        kind: 'take-role',
        memberId,
        tenantId: at,
        tenantName,
        otherPeople: Math.max(0, effect.people - 1),
        otherRoles: 0,
        rows: [memberId],
      })
  }
  return [...steps.values()]
}

/** People first, then steps: anyone who is touched by none but the last is touched last. */
const stepsFor = async (
  db: Db,
  chains: readonly Chain[],
  question: WhyQuery,
): Promise<{ steps: RemovalStep[]; effects: readonly Effect[] }> => {
  const effects = await effectsOf(
    db,
    chains.map(({ row }) => row.memberId),
  )
  const ways = waysOut(chains, effects, await givingMembers(db, question)).toSorted(
    (a, b) => a.otherPeople - b.otherPeople,
  )
  const steps: RemovalStep[] = []
  const without: string[] = []
  for (const { rows, ...step } of ways) {
    steps.push({ ...step, otherTenants: await tenantsLosing(db, { ...question, rows, without }) })
    without.push(...rows)
  }
  return { steps, effects }
}

const missingFor = async (db: Db, why: Pick<Why, 'user' | 'role' | 'tenant' | 'chains'>): Promise<WhyNot[]> => {
  const bare = { tenantId: null, tenantName: null, viaGroup: null }
  const states = [
    why.user.draft && { reason: 'draft' as const, ...bare },
    why.user.locked && { reason: 'locked' as const, ...bare },
    !why.role.enabled && { reason: 'application-disabled' as const, ...bare },
  ].filter((state) => state !== false)
  if (why.chains.length > 0) return states
  const rows = await nearMisses(db, { userId: why.user.id, roleId: why.role.id, tenantId: why.tenant.id })
  return [...states, ...(rows.length > 0 ? rows : [{ reason: 'not-given' as const, ...bare }])]
}

export const why: UseCase<(typeof effectiveAccess)['why']> = async (ctx, { query }) => {
  const question = { userId: query.userId, roleId: query.roleId, tenantId: query.tenantId || globalTenant }
  const [user, role, tenant] = [
    found(await personById(ctx.db, question.userId), 'user-not-found', 'userId'),
    found(await roleById(ctx.db, question.roleId), 'role-not-found', 'roleId'),
    found(await tenantById(ctx.db, question.tenantId), 'tenant-not-found', 'tenantId'),
  ]
  const chains = await chainsOf(ctx.db, question)
  const missing = await missingFor(ctx.db, { user, role, tenant, chains })
  const { steps, effects } = await stepsFor(ctx.db, chains, question)
  const alternatives = chains
    .filter(({ row, viaGroup }) => row.levelsUp > 0 && row.tenantId !== globalTenant && viaGroup !== null)
    .map(({ row: { memberId, tenantId, tenantName } }) => ({
      memberId,
      tenantId,
      tenantName,
      people: effects.find((effect) => effect.memberId === memberId)?.people ?? 0,
    }))
  return {
    user,
    tenant,
    role,
    allowed: chains.length > 0 && missing.length === 0,
    chains,
    checked: await checkedFor(ctx.db, question),
    missing,
    gifts: await giftsFor(ctx.db, { user, tenant, chains }, question),
    removal: steps,
    alternatives,
  }
}
