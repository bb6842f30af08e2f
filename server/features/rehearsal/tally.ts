// Counts what would have ended otherwise, and keeps some of it as examples.
import type { Rehearsal, RehearsalNote, RehearsedSignIn, RehearsedOutcome } from '#contract/rehearsal.ts'

const examplesOfEach = 5
const mostExamples = 20

type SignInAttempt = { readonly at: Date; readonly userId: string | null; readonly userName: string }
export type Ends = { readonly was: RehearsedOutcome; readonly would: RehearsedOutcome }

type Group = Ends & { count: number; newest: RehearsedSignIn[] }

/** Entries are told oldest first. */
export const createTally = () => {
  const groups = new Map<string, Group>()
  const people = new Set<string>()
  let looked = 0
  return {
    /** `ends` undefined: it was looked at, and nothing is known of it. */
    see: ({ at, userId, userName }: SignInAttempt, ends: Ends | undefined) => {
      looked += 1
      if (!ends || ends.was === ends.would) return
      const key = `${ends.was} ${ends.would}`
      const group = groups.get(key) ?? { ...ends, count: 0, newest: [] }
      groups.set(key, group)
      group.count += 1
      group.newest.push({ at: at.toISOString(), userId, userName, ...ends })
      if (group.newest.length > examplesOfEach) group.newest.shift()
      people.add(userId ?? `name:${userName.toLowerCase()}`)
    },
    result: (period: { since: Date; complete: boolean }, notes: readonly RehearsalNote[]): Rehearsal => {
      const sorted = [...groups.values()].toSorted((a, b) => rank(a) - rank(b) || b.count - a.count)
      return {
        looked,
        since: period.since.toISOString(),
        complete: period.complete,
        otherwise: sorted.reduce((sum, { count }) => sum + count, 0),
        people: people.size,
        changes: sorted.map(({ was, would, count }) => ({ was, would, count })),
        examples: sorted.flatMap(({ newest }) => newest.toReversed()).slice(0, mostExamples),
        notes: [...notes],
      }
    },
  }
}

/** First what stops people who did sign in. */
const rank = ({ was }: Ends) => (was === 'signed-in' || was === 'code-asked' || was === 'in-use' ? 0 : 1)
