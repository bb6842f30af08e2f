// What would give a role that is missing, the change that touches the fewest people first.
import type { Gift, Why } from '#contract/why.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'
import { givingGroups, membersNotPassing, ownMember, placesOf, tenantsGaining } from './why-gift.store.ts'
import type { WhyQuery } from './why.store.ts'

const ownGift = async (db: Db, question: WhyQuery, tenant: Why['tenant']): Promise<Gift> => {
  const row = await ownMember(db, question)
  const isInheritable = row?.isInheritable ?? tenant.id === globalTenant
  return {
    kind: 'give-role',
    group: null,
    memberId: row?.memberId ?? null,
    tenantId: tenant.id,
    tenantName: tenant.name,
    isInheritable,
    otherTenants: await tenantsGaining(db, { ...question, places: [{ tenantId: tenant.id, passes: isInheritable }] }),
    otherPeople: 0,
    otherRoles: 0,
  }
}

const passingDown = async (db: Db, question: WhyQuery): Promise<Gift[]> => {
  const gifts: Gift[] = []
  for (const row of await membersNotPassing(db, question))
    gifts.push({
      ...row,
      kind: 'inherit',
      isInheritable: true,
      otherTenants: await tenantsGaining(db, { ...question, places: [{ tenantId: row.tenantId, passes: true }] }),
    })
  return gifts
}

const joining = async (db: Db, question: WhyQuery): Promise<Gift[]> => {
  const groups = await givingGroups(db, question)
  const places = await placesOf(
    db,
    question,
    groups.map(({ id }) => id),
  )
  const gifts: Gift[] = []
  for (const { id, name, otherRoles } of groups)
    gifts.push({
      kind: 'join-group',
      group: { id, name },
      memberId: null,
      tenantId: null,
      tenantName: null,
      isInheritable: false,
      otherTenants: await tenantsGaining(db, {
        ...question,
        places: places.filter(({ identityId }) => identityId === id),
      }),
      otherPeople: 0,
      otherRoles,
    })
  return gifts
}

const order = (one: Gift, other: Gift) =>
  one.otherPeople - other.otherPeople || one.otherRoles - other.otherRoles || one.otherTenants - other.otherTenants

/** A draft joins no group. */
export const giftsFor = async (
  db: Db,
  { user, tenant, chains }: Pick<Why, 'user' | 'tenant' | 'chains'>,
  question: WhyQuery,
): Promise<Gift[]> => {
  if (chains.length > 0) return []
  return [
    await ownGift(db, question, tenant),
    ...(await passingDown(db, question)),
    ...(user.draft ? [] : await joining(db, question)),
  ].toSorted(order)
}
