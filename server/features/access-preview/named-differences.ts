// Who gains and loses what, by name.
import type { Difference } from '#contract/access-preview.ts'
import type { Ctx } from '#server/kernel/context.ts'
import type { Change } from './difference.ts'
import type { Measure } from './measure.ts'
import { namesOf } from './names.store.ts'

const { compare: byText } = new Intl.Collator()

/** The places of roles, by their applications and names. */
const ranksOf = (rows: readonly Difference[]): ReadonlyMap<string, number> => {
  const roles = [...new Map(rows.map((row) => [row.roleId, row])).values()]
  const byName = (a: Difference, b: Difference) =>
    byText(a.applicationName, b.applicationName) || byText(a.roleName, b.roleName)
  return new Map(roles.toSorted(byName).map(({ roleId }, rank) => [roleId, rank]))
}

/** People by name, each once; then what each of them loses and gains. */
const inOrder = (rows: readonly Difference[]): Difference[] => {
  const people = [...Map.groupBy(rows, ({ userId }) => userId).values()].map((own) => ({
    own,
    name: own[0]?.displayName ?? '',
    id: own[0]?.userId ?? '',
  }))
  const ranks = ranksOf(rows)
  const rankOf = ({ roleId }: Difference) => ranks.get(roleId) ?? 0
  const within = (a: Difference, b: Difference) => {
    if (a.change === b.change) return rankOf(a) - rankOf(b)
    return a.change === 'Loses' ? -1 : 1
  }
  return people
    .toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id))
    .flatMap(({ own }) => own.toSorted(within))
}

type Names = Awaited<ReturnType<typeof namesOf>>
type ById<Row> = ReadonlyMap<string, Row>
type NamesById = {
  readonly people: ById<Names['people'][number]>
  readonly roles: ById<Names['roles'][number]>
  readonly groups: ById<string>
  readonly tenants: ById<string>
}

/** Nothing where the person or the role is gone meanwhile. */
const differenceOf = (
  { userId, roleId, change, tenants, everywhere, because }: Change,
  names: NamesById,
  noRoleLeft: boolean,
): Difference | undefined => {
  const [person, role] = [names.people.get(userId), names.roles.get(roleId)]
  if (!person || !role) return undefined
  return {
    userId,
    displayName: person.displayName,
    userName: person.userName,
    email: person.email,
    change,
    roleId,
    roleName: role.name,
    applicationId: role.applicationId,
    applicationName: role.applicationName,
    applicationTitle: role.applicationTitle,
    tenants,
    everywhere,
    because: {
      tenantId: because.tenantId,
      tenantName: names.tenants.get(because.tenantId) ?? '',
      viaGroup: because.viaGroup && (names.groups.get(because.viaGroup) ?? null),
    },
    noRoleLeft,
  }
}

/** Named, in an order that is always the same. */
export const named = async (
  ctx: Ctx,
  { before, after }: { before: Measure; after: Measure },
  changes: readonly Change[],
): Promise<Difference[]> => {
  const unique = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const names = await namesOf(ctx.db, {
    people: unique(changes.map(({ userId }) => userId)),
    roles: unique(changes.map(({ roleId }) => roleId)),
    groups: unique(changes.map(({ because }) => because.viaGroup)),
    tenants: unique(changes.map(({ because }) => because.tenantId)),
  })
  const of = {
    people: new Map(names.people.map((row) => [row.id, row])),
    roles: new Map(names.roles.map((row) => [row.id, row])),
    groups: new Map(names.groups.map((row) => [row.id, row.name])),
    tenants: new Map(names.tenants.map(({ id, title }) => [id, title])),
  }
  const noRoleLeft = ({ change, userId }: Change) =>
    change === 'Loses' && before.hasRole(userId) && !after.hasRole(userId)
  return inOrder(changes.flatMap((change) => differenceOf(change, of, noRoleLeft(change)) ?? []))
}
