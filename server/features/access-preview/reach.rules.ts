// What has to be measured before and after a change, and how that of several changes adds up.
import type { RoleAssignment } from './assignments.store.ts'
import type { World } from './difference.ts'

/** A state as far as a change concerns it. */
export type KnownWorld = World & {
  /** Users and groups whose memberships matter. */
  readonly identities: readonly string[]
  /** The people who need the second factor. */
  readonly secondFactor: ReadonlySet<string>
}

/** What has to be measured before a change and after it. */
export type Reach = {
  readonly people: readonly string[]
  readonly roles: readonly string[]
  /** Where its effect is looked at as a whole. */
  readonly place: string | undefined
  /** Tenants that it is about. */
  readonly tenants: readonly string[]
  /** The tenants whose memberships matter for it; wherever they stand where it is undefined. */
  readonly within: readonly string[] | undefined
  /** Users and groups whose memberships, or whose members, change. */
  readonly identities: readonly string[]
  /** All memberships of some of them, where they were read already. */
  readonly given: ReadonlyMap<string, readonly RoleAssignment[]>
  /** All that is measured before the change, of one that has no place, where it was read already. */
  readonly known?: KnownWorld | undefined
  /** Whether people join, leave or go: who acts as what is measured again. */
  readonly regroups: boolean
  /** Whether role assignments come, change or go: they are read again. */
  readonly regives: boolean
  /** Whether tenants move or go: the tree is read again. */
  readonly reshapes: boolean
  /** Of the tree: these with all above them, and with all below them. */
  readonly up: readonly string[]
  readonly down: readonly string[]
}

export const noAssignments: Reach['given'] = new Map()

const unique = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())]

/** Of several changes: anyone who any of them touches, by any of their roles, wherever any of them looks. */
export const joined = (all: readonly Reach[]): Reach => {
  const [first, ...others] = all
  if (first && others.length === 0) return first
  const [place, ...otherPlaces] = new Set(all.map((reach) => reach.place))
  const within = all.map((reach) => reach.within)
  return {
    people: unique(all.map(({ people }) => people)),
    roles: unique(all.map(({ roles }) => roles)),
    place: otherPlaces.length > 0 ? undefined : place,
    tenants: unique(all.map(({ tenants }) => tenants)),
    within: within.includes(undefined) ? undefined : unique(within.filter((some) => some !== undefined)),
    identities: unique(all.map(({ identities }) => identities)),
    given: new Map(all.flatMap(({ given }) => [...given])),
    regroups: all.some(({ regroups }) => regroups),
    regives: all.some(({ regives }) => regives),
    reshapes: all.some(({ reshapes }) => reshapes),
    up: unique(all.map(({ up }) => up)),
    down: unique(all.map(({ down }) => down)),
  }
}
