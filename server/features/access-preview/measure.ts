// Who holds what, before a change and after it, as far as the change can reach; and a stamp of what differs.
import { createHash } from 'node:crypto'
import type { AccessChange } from '#contract/access-preview.ts'
import type { Tx } from '#server/kernel/context.ts'
import { singlesOf } from './dry-runs.ts'
import type { SharedChanges } from './difference.ts'
import { type Tree, treeOf } from './tree.ts'
import { reachOf } from './reach.ts'
import type { KnownWorld, Reach } from './reach.rules.ts'
import { givingAt, givingOf, holdersAt } from './assignments.store.ts'
import { delegatedOf, identitiesBehind, secondFactorOf } from './people.store.ts'
import { peopleWithAccessAt, type WithAccess } from './with-access.store.ts'
import { readTree } from './tree.store.ts'

export type Measure = KnownWorld & {
  readonly reach: Reach
  /** Who has access there; of the state before only. */
  readonly withAccess: WithAccess
  /** Whether somebody has any role at the place that the change is about. */
  readonly hasRole: (userId: string) => boolean
}

/** Asked while the tree is read: those whose memberships matter because of whose people they are. */
const behindOf = (tx: Tx, { people, within }: Reach) => (within ? [] : identitiesBehind(tx, people))

type Holding = { readonly identities: readonly string[]; readonly tree: Tree }

/**
 * Of many groups the memberships may be everywhere; where no memberships change, those outside the tree that was read
 * cover nothing in it, and what was read already stays so.
 */
const givingTo = async (tx: Tx, { roles, regives, given }: Reach, { identities, tree }: Holding) => {
  if (regives) return givingOf(tx, { roles, identities })
  const others = identities.filter((identity) => !given.has(identity))
  return [...given.values()].flat().concat(await givingOf(tx, { roles, identities: others, at: tree.order }))
}

/** The memberships that matter, and whose they are. */
const assignmentsFor = async (
  tx: Tx,
  reach: Reach,
  known: {
    readonly holders: readonly string[]
    readonly behind: readonly string[]
    readonly identities?: readonly string[] | undefined
    readonly tree: Tree
  },
) => {
  const { roles, within, people } = reach
  const atTenants = within && (await givingAt(tx, { roles, tenants: within, people }))
  const whose = (atTenants ?? []).map(({ identityId }) => identityId)
  const found = [...reach.identities, ...known.behind, ...known.holders, ...whose]
  const identities = known.identities ?? [...new Set(found)]
  return { identities, giving: atTenants ?? givingTo(tx, reach, { identities, tree: known.tree }) }
}

/** Who gains and loses which role, and no figures of everybody else: the half that is cheap where many have access. */
type Depth = 'whole' | 'roles'

type MeasureScope = Pick<Measure, 'tree' | 'identities' | 'giving' | 'delegated'>
type MeasureBasis = { readonly holders: readonly string[]; readonly before?: Measure | undefined }

/** What the change cannot alter is not read twice; what does not need each other's answer is asked together. */
const givenOf = async (tx: Tx, reach: Reach, { holders, before }: MeasureBasis): Promise<MeasureScope> => {
  const again = { tree: reach.reshapes, rows: reach.regives, delegates: reach.regroups }
  const known = again.tree ? undefined : before?.tree
  const [tree, behind] = await Promise.all([
    known ?? readTree(tx, reach).then(treeOf),
    before ? [] : behindOf(tx, reach),
  ])
  const rows =
    before && !again.rows
      ? before
      : await assignmentsFor(tx, reach, { holders, behind, identities: before?.identities, tree })
  const { identities } = rows
  const { people } = reach
  const [giving, delegated] = await Promise.all([
    rows.giving,
    before && !again.delegates ? before.delegated : delegatedOf(tx, { people, identities, active: !before }),
  ])
  return { tree, identities, giving, delegated }
}

const nobody: WithAccess = { people: [], others: 0 }

const measureOf = async (
  tx: Tx,
  reach: Reach,
  { before, depth }: { readonly before?: Measure | undefined; readonly depth: Depth },
): Promise<Measure> => {
  if (reach.known && !before) return { ...reach.known, reach, withAccess: nobody, hasRole: () => true }
  const { people, tenants, place } = reach
  const whole = depth === 'whole'
  const holders = place ? await holdersAt(tx, place) : undefined
  const [given, secondFactor, withAccess] = await Promise.all([
    givenOf(tx, reach, { holders: holders ?? [], before }),
    whole ? secondFactorOf(tx, people) : new Set<string>(),
    before || tenants.length === 0 ? nobody : peopleWithAccessAt(tx, { tenants, people }),
  ])
  const holding = new Set(holders)
  return {
    ...given,
    reach,
    secondFactor,
    withAccess,
    hasRole: (userId) => !holders || (given.delegated.get(userId) ?? []).some((identity) => holding.has(identity)),
  }
}

/** Called before a change; what it gives back is called once, after it, in the same transaction. */
export const measurer = (change: AccessChange) => async (tx: Tx) =>
  measuring(await reachOf(tx, singlesOf(change)), 'whole')

const measuring = (reach: Reach, depth: Depth) => {
  let before: Measure | undefined
  return async (now: Tx): Promise<Measure> => {
    const measured = await measureOf(now, reach, { before, depth })
    before ??= measured
    return measured
  }
}

/**
 * Who gains and loses what, and at how many tenants: it is another where one of these is another. What is gained or
 * lost everywhere is that, however many tenants are made meanwhile.
 */
export const stampOf = (differing: readonly SharedChanges[]) => {
  const lines = differing.flatMap(({ people, changes }) => {
    const effects = changes.map(
      ({ roleId, change, tenants, everywhere }) => `${roleId} ${change} ${everywhere ? 'everywhere' : tenants}`,
    )
    const digest = digestOf(effects)
    return people.map((userId) => `${userId} ${digest}`)
  })
  return digestOf(lines).slice(0, 22)
}

/** In whichever order they come. */
const digestOf = (lines: string[]) => createHash('sha256').update(lines.sort().join()).digest('base64url')

/**
 * Of a change that is really made: called in its transaction before anything is written, and what it gives back after
 * it.
 */
export const measureAround = async (
  tx: Tx,
  change: AccessChange,
): Promise<() => Promise<{ before: Measure; after: Measure }>> => {
  const measure = await measurer(change)(tx)
  const before = await measure(tx)
  return async () => ({ before, after: await measure(tx) })
}

/** The same where nobody asks how many others have access there, and who has none left. */
export const measureRolesAround: typeof measureAround = async (tx, change) => {
  const reach = await reachOf(tx, singlesOf(change))
  const measure = measuring({ ...reach, place: undefined, tenants: [] }, 'roles')
  const before = await measure(tx)
  return async () => ({ before, after: await measure(tx) })
}
