// Who gains and loses what, by name.
import type { Difference } from '#contract/access-preview.ts'
import type { Ctx } from '#server/kernel/context.ts'
import type { RoleChange, SharedChanges } from './difference.ts'
import { firstOf } from './first-of.ts'
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

/** What somebody loses, then what they gain; without roles that are gone meanwhile. */
const changesInOrder = (changes: readonly RoleChange[], ranks: ReadonlyMap<string, number>) => {
  const rankOf = ({ roleId }: RoleChange) => ranks.get(roleId) ?? 0
  return changes
    .filter(({ roleId }) => ranks.has(roleId))
    .toSorted((a, b) => (a.change === b.change ? rankOf(a) - rankOf(b) : a.change === 'Loses' ? -1 : 1))
}

type NamedPerson = { readonly person: Names['people'][number]; readonly changes: readonly RoleChange[] }

const byName = ({ person: a }: NamedPerson, { person: b }: NamedPerson) =>
  byText(a.displayName, b.displayName) || byText(a.id, b.id)

type Row = { readonly person: NamedPerson['person']; readonly change: RoleChange }

const rowsOf = (people: readonly NamedPerson[]) =>
  people.flatMap(({ person, changes }) => changes.map((change): Row => ({ person, change })))

type Naming = { readonly names: NamesById; readonly hasNoneLeft: (userId: string) => boolean }

const differenceOf = ({ person, change: row }: Row, { names, hasNoneLeft }: Naming): Difference | undefined => {
  const { roleId, change, tenants, everywhere, because } = row
  const role = names.roles.get(roleId)
  if (!role) return undefined
  return {
    userId: person.id,
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
    noRoleLeft: change === 'Loses' && hasNoneLeft(person.id),
  }
}

/** People by name; then what each of them loses and gains. Mostly ten of tens of thousands are shown. */
export type Differences = {
  readonly count: number
  readonly page: (query: { readonly skip: number; readonly take: number }) => Difference[]
  readonly all: () => Difference[]
}

/** Without those whose person or role is gone meanwhile. */
export const namedInOrder = async (
  ctx: Ctx,
  { before, after }: { before: Measure; after: Measure },
  differing: readonly SharedChanges[],
): Promise<Differences> => {
  const names = await namesById(ctx, differing)
  const ranks = ranksOf(names)
  const people = differing.flatMap((shared) => {
    const changes = changesInOrder(shared.changes, ranks)
    return changes.length === 0
      ? []
      : shared.people.flatMap((id): NamedPerson[] => {
          const person = names.people.get(id)
          return person ? [{ person, changes }] : []
        })
  })
  const hasNoneLeft = (userId: string) => before.hasRole(userId) && !after.hasRole(userId)
  const named = (rows: readonly Row[]) => rows.flatMap((row) => differenceOf(row, { names, hasNoneLeft }) ?? [])
  return {
    count: people.reduce((sum, { changes }) => sum + changes.length, 0),
    // Each of them has one row at least.
    page: ({ skip, take }) => named(rowsOf(firstOf(people, skip + take, byName)).slice(skip, skip + take)),
    all: () => named(rowsOf(people.toSorted(byName))),
  }
}

const namesById = async (ctx: Ctx, differing: readonly SharedChanges[]): Promise<NamesById> => {
  const changes = new Set(differing.flatMap((shared) => shared.changes))
  const unique = (value: (change: RoleChange) => string | null) => {
    const values = new Set<string>()
    for (const change of changes) {
      const one = value(change)
      if (one !== null) values.add(one)
    }
    return [...values]
  }
  const names = await namesOf(ctx.db, {
    people: differing.flatMap(({ people }) => people),
    roles: unique(({ roleId }) => roleId),
    groups: unique(({ because }) => because.viaGroup),
    tenants: unique(({ because }) => because.tenantId),
  })
  return {
    people: new Map(names.people.map((row) => [row.id, row])),
    roles: new Map(names.roles.map((row) => [row.id, row])),
    groups: new Map(names.groups.map((row) => [row.id, row.name])),
    tenants: new Map(names.tenants.map(({ id, title }) => [id, title])),
  }
}
