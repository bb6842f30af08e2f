// Who gains and loses what, by name.
import type { Difference } from '#contract/access-preview.ts'
import type { Ctx } from '#server/kernel/context.ts'
import type { Change } from './difference.ts'
import type { Measure } from './measure.ts'
import { namesOf } from './names.store.ts'

const { compare: byText } = new Intl.Collator()

type Names = Awaited<ReturnType<typeof namesOf>>
type ById<Row> = ReadonlyMap<string, Row>
type NamesById = {
  readonly people: ById<Names['people'][number]>
  readonly roles: ById<Names['roles'][number]>
  readonly groups: ById<string>
  readonly tenants: ById<string>
}

/** The places of roles, by their applications and names. */
const ranksOf = ({ roles }: NamesById): ReadonlyMap<string, number> => {
  const sorted = [...roles.values()].toSorted(
    (a, b) => byText(a.applicationName, b.applicationName) || byText(a.name, b.name),
  )
  return new Map(sorted.map(({ id }, rank) => [id, rank]))
}

/** People by name, each once; then what each of them loses and gains. */
const inOrder = (changes: readonly Change[], names: NamesById): Change[] => {
  const people = [...Map.groupBy(changes, ({ userId }) => userId)].map(([id, own]) => ({
    own,
    name: names.people.get(id)?.displayName ?? '',
    id,
  }))
  const ranks = ranksOf(names)
  const rankOf = ({ roleId }: Change) => ranks.get(roleId) ?? 0
  const within = (a: Change, b: Change) => {
    if (a.change === b.change) return rankOf(a) - rankOf(b)
    return a.change === 'Loses' ? -1 : 1
  }
  return people
    .toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id))
    .flatMap(({ own }) => own.toSorted(within))
}

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

/** In an order that is always the same; each is named when it is shown: mostly ten of tens of thousands are. */
export type Differences = {
  readonly changes: readonly Change[]
  readonly named: (changes: readonly Change[]) => Difference[]
}

/** Without those whose person or role is gone meanwhile. */
export const namedInOrder = async (
  ctx: Ctx,
  { before, after }: { before: Measure; after: Measure },
  changes: readonly Change[],
): Promise<Differences> => {
  const names = await namesById(ctx, changes)
  const noRoleLeft = ({ change, userId }: Change) =>
    change === 'Loses' && before.hasRole(userId) && !after.hasRole(userId)
  const there = changes.filter(({ userId, roleId }) => names.people.has(userId) && names.roles.has(roleId))
  return {
    changes: inOrder(there, names),
    named: (some) => some.flatMap((change) => differenceOf(change, names, noRoleLeft(change)) ?? []),
  }
}

const namesById = async (ctx: Ctx, changes: readonly Change[]): Promise<NamesById> => {
  const unique = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const names = await namesOf(ctx.db, {
    people: unique(changes.map(({ userId }) => userId)),
    roles: unique(changes.map(({ roleId }) => roleId)),
    groups: unique(changes.map(({ because }) => because.viaGroup)),
    tenants: unique(changes.map(({ because }) => because.tenantId)),
  })
  return {
    people: new Map(names.people.map((row) => [row.id, row])),
    roles: new Map(names.roles.map((row) => [row.id, row])),
    groups: new Map(names.groups.map((row) => [row.id, row.name])),
    tenants: new Map(names.tenants.map(({ id, title }) => [id, title])),
  }
}
