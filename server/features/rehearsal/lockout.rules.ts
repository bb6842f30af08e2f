// Plays attempts to sign in against the counters of failures, as attempts.store.ts keeps them: two of each account and
// source, that of the account and that of the name as it was typed (docs/decisions/0005).
import type { RehearsedOutcome } from '#contract/rehearsal.ts'
import { type Failures, type LockPolicy, lockOf } from '#server/features/sign-in/sign-in.public.ts'

export type Attempt = {
  readonly at: Date
  /** The account, or the name that nobody has. */
  readonly key: string
  readonly source: string
  readonly typed: 'userName' | 'email'
  /** Of an attempt that a lock stopped, nobody knows whether the password was right. */
  readonly password: 'right' | 'wrong' | 'unknown'
  /** What follows a right password. */
  readonly behind: 'signed-in' | 'code-asked' | 'new-password'
}

const typedNames = ['userName', 'email'] as const
const typedName = ({ source, typed }: Pick<Attempt, 'source' | 'typed'>) => `${source} ${typed}`

const countersOf = (lockout: LockPolicy) => {
  const counters = new Map<string, Map<string, Failures>>()
  const lock = (failures: Failures | undefined, now: Date) => lockOf(failures, { now, lockout })
  const next = ({ key, at }: Attempt, name: string) => oneMore(counters.get(key)?.get(name), { now: at, lockout })
  return {
    isLocked: ({ key, at }: Attempt, name: string) => lock(counters.get(key)?.get(name), at) !== 'none',
    isLast: (attempt: Attempt, name: string) => lock(next(attempt, name), attempt.at) !== 'none',
    count: (attempt: Attempt, name: string) => {
      const counted = next(attempt, name)
      const known = counters.get(attempt.key) ?? new Map<string, Failures>()
      counters.set(attempt.key, known.set(name, counted))
      return lock(counted, attempt.at)
    },
    forgetAt: ({ key, source }: Attempt) => {
      for (const name of [source, ...typedNames.map((typed) => typedName({ source, typed }))])
        counters.get(key)?.delete(name)
    },
    forget: (key: string) => void counters.delete(key),
  }
}

export const createCounters = (lockout: LockPolicy) => {
  const counters = countersOf(lockout)
  const countBoth = (attempt: Attempt): RehearsedOutcome => {
    const told = counters.count(attempt, typedName(attempt))
    const brought = counters.count(attempt, attempt.source)
    if (attempt.password === 'unknown') return 'checked'
    if (brought === 'none') return told === 'none' ? 'refused' : 'stopped'
    return brought === 'permanent' ? 'locked-for-good' : 'locked'
  }
  return {
    play: (attempt: Attempt): RehearsedOutcome => {
      const { source, password, behind } = attempt
      if (counters.isLocked(attempt, typedName(attempt))) return 'stopped'
      if (counters.isLocked(attempt, source)) {
        const told = counters.count(attempt, typedName(attempt))
        return password === 'wrong' && told === 'none' ? 'refused' : 'stopped'
      }
      if (password !== 'right') return countBoth(attempt)
      if (behind === 'signed-in') counters.forgetAt(attempt)
      return behind
    },
    isLocked: (attempt: Attempt) =>
      [attempt.source, typedName(attempt)].some((name) => counters.isLocked(attempt, name)),
    /** One more failure locks the name as it was typed, and is answered like an attempt that a lock stopped. */
    isLast: (attempt: Attempt) => counters.isLast(attempt, typedName(attempt)),
    /** An administrator lifted the lock, or the password was reset by its link. */
    forget: counters.forget,
  }
}

const oneMore = (
  failures: Failures | undefined,
  { now, lockout: { attempts, minutes, permanentAfter } }: { now: Date; lockout: LockPolicy },
): Failures => {
  const { failedCount, lockLevel, lockedUntil } = failures ?? { failedCount: 0, lockLevel: 0, lockedUntil: null }
  const isOver = lockedUntil !== null && lockedUntil <= now
  const failed = isOver ? 1 : failedCount + 1
  if (failed < attempts) return { failedCount: failed, lockLevel, lockedUntil: isOver ? null : lockedUntil }
  const level = lockLevel + 1
  const until = level >= permanentAfter ? null : new Date(now.getTime() + minutes * 60_000)
  return { failedCount: failed, lockLevel: level, lockedUntil: until }
}
