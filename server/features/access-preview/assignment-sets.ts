// What identities give of roles, before a change and after it: by the places that are reached.
import { withTurns } from '#server/kernel/with-turns.ts'
import type { RoleAssignment } from './assignments.store.ts'
import type { BothTrees } from './both-trees.ts'
import { coveredBy, type Span } from './spans.ts'

/** What one identity gives of one role. */
export type AssignmentSet = {
  /** Of all of them none has the same. */
  readonly number: number
  readonly was: readonly RoleAssignment[]
  readonly is: readonly RoleAssignment[]
  /** Those of `was` that are gone, or reach other places than before; those of `is` that are new, or do so. */
  readonly lost: readonly RoleAssignment[]
  readonly won: readonly RoleAssignment[]
  /** All that is reached. */
  readonly coveredBefore: () => readonly Span[]
  readonly coveredAfter: () => readonly Span[]
}

/** By identity, then by role. */
export type AssignmentSets = ReadonlyMap<string, ReadonlyMap<string, AssignmentSet>>

type Giving = readonly RoleAssignment[]

const lazily = <Value>(make: () => Value) => {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

const isSame = (some: readonly Span[], others: readonly Span[]) =>
  some.length === others.length && some.every(({ from, to }, at) => from === others[at]?.from && to === others[at].to)

const targetOf = ({ tenantId, passes }: RoleAssignment) => `${tenantId}${passes ? '+' : ''}`

const changesOf = ({ before, after, reachedBefore, reachedAfter }: BothTrees) => {
  const shifts = (row: RoleAssignment) => before !== after && !isSame(reachedBefore(row), reachedAfter(row))
  return (rows: Giving, others: Giving) => {
    const there = rows === others ? undefined : new Set(others.map(targetOf))
    return rows.filter((row) => there?.has(targetOf(row)) === false || shifts(row))
  }
}

const none: Giving = []

const byIdentity = (giving: Giving) => Map.groupBy(giving, ({ identityId }) => identityId)
const byRole = (giving: Giving) => Map.groupBy(giving, ({ roleId }) => roleId)

export const assignmentSets = async (trees: BothTrees, before: Giving, after: Giving): Promise<AssignmentSets> => {
  const changed = changesOf(trees)
  let sets = 0
  const setOf = (was: Giving, is: Giving): AssignmentSet => ({
    number: sets++,
    was,
    is,
    lost: changed(was, is),
    won: changed(is, was),
    coveredBefore: lazily(() => coveredBy(was.flatMap(trees.reachedBefore))),
    coveredAfter: lazily(() => coveredBy(is.flatMap(trees.reachedAfter))),
  })
  const setsOf = (was: Giving, is: Giving) => {
    const olds = byRole(was)
    const nows = was === is ? olds : byRole(is)
    const roles = new Set([...olds.keys(), ...nows.keys()])
    return new Map([...roles].map((role) => [role, setOf(olds.get(role) ?? none, nows.get(role) ?? none)]))
  }
  const olds = byIdentity(before)
  const nows = before === after ? olds : byIdentity(after)
  const identities = new Set([...olds.keys(), ...nows.keys()])
  const all = new Map<string, ReadonlyMap<string, AssignmentSet>>()
  await withTurns(identities, (id) => all.set(id, setsOf(olds.get(id) ?? none, nows.get(id) ?? none)))
  return all
}
