// How each attempt to sign in ends under the rules in force, and how it would end under others.
import type { RehearsedOutcome } from '#contract/rehearsal.ts'
import { isCompanyAddress } from '#server/features/sign-in/sign-in.public.ts'
import type { SecuritySettings } from '#server/kernel/context.ts'
import { type Attempt, createCounters } from './lockout.rules.ts'
import type { SignInRow } from './rehearsal.store.ts'
import type { Ends } from './tally.ts'

export type Rules = { readonly inForce: SecuritySettings; readonly wanted: SecuritySettings }

/** Told every entry, oldest first; undefined where no attempt ended, or nothing is known of it. */
export type Replay = (row: SignInRow) => Ends | undefined

const forgetting = new Set(['sign-in.unlocked', 'user.password-reset'])
export const isAttempt = ({ type }: SignInRow) => !forgetting.has(type)

const behind: Readonly<Record<string, Attempt['behind']>> = {
  'sign-in.succeeded': 'signed-in',
  'sign-in.password-expired': 'new-password',
  'sign-in.code-asked': 'code-asked',
  'sign-in.code-asked-again': 'code-asked',
  'sign-in.code-shared': 'code-asked',
  'sign-in.app-code-asked': 'code-asked',
}
const counted = /^(?:Incorrect username or password|Too many failed attempts|Invalid code|Invalid credentials)/
const stopped = /^User Is Locked Out/

const passwordIn = ({ type, reason }: SignInRow): Attempt['password'] | undefined => {
  if (behind[type]) return 'right'
  if (counted.test(reason) || type === 'sign-in.locked') return 'wrong'
  return stopped.test(reason) ? 'unknown' : undefined
}

const attemptIn = (row: SignInRow): Attempt | undefined => {
  const password = passwordIn(row)
  if (!password || row.provider !== 'Local') return undefined
  return {
    at: row.at,
    key: row.userId ?? `name:${row.userName.trim().toLowerCase()}`,
    source: row.source ?? '*',
    typed: row.typed === 'email' ? 'email' : 'userName',
    password,
    behind: behind[row.type] ?? 'signed-in',
  }
}

/** Undefined: an administrator's lock stopped it, or one from before; other numbers would not have changed that. */
const explained = (attempt: Attempt, inForce: ReturnType<typeof createCounters>): Attempt | undefined => {
  if (inForce.isLocked(attempt)) return attempt
  return inForce.isLast(attempt) ? { ...attempt, password: 'wrong' } : undefined
}

export const lockouts = ({ inForce, wanted }: Rules): Replay => {
  const [now, then] = [createCounters(inForce.lockout), createCounters(wanted.lockout)]
  return (row) => {
    if (!isAttempt(row)) {
      for (const counters of [now, then]) counters.forget(row.userId ?? '')
      return undefined
    }
    const recorded = attemptIn(row)
    if (!recorded) return undefined
    const attempt = recorded.password === 'unknown' ? explained(recorded, now) : recorded
    return attempt && { was: now.play(attempt), would: then.play(attempt) }
  }
}

/** Known accounts are recorded by their user name: which of their names was typed stands beside it. */
const typedName = ({ userName, typed, email }: SignInRow) => (typed === 'email' && email ? email : userName)

const isDenied = (row: SignInRow, { companyDomains }: SecuritySettings) => {
  if (row.breakGlass) return false
  // Without the right password only the typed name decides.
  const addresses = passwordIn(row) === 'right' ? [typedName(row), row.email ?? ''] : [typedName(row)]
  return addresses.some((address) => isCompanyAddress(address, companyDomains))
}

export const domains =
  ({ inForce, wanted }: Rules): Replay =>
  (row) => {
    if (!isAttempt(row)) return undefined
    if (row.provider === 'Microsoft') return atProvider(row, { inForce, wanted })
    const isRefusedAsCompany = row.reason === 'Access is denied'
    const was = endOf(row)
    if (isRefusedAsCompany) {
      const still = [typedName(row), row.email ?? ''].some((one) => isCompanyAddress(one, wanted.companyDomains))
      return { was: 'work-account', would: still ? 'work-account' : 'checked' }
    }
    if (!was) return undefined
    return { was, would: isDenied(row, wanted) && !isDenied(row, inForce) ? 'work-account' : was }
  }

const endOf = (row: SignInRow): RehearsedOutcome | undefined => {
  const password = passwordIn(row)
  if (password === 'right') return behind[row.type]
  if (password === 'unknown') return 'stopped'
  return password && 'refused'
}

/** An address that the provider has not verified counts at the own domains only, and that is not recorded. */
const atProvider = (row: SignInRow, { inForce, wanted }: Rules): Ends => {
  const was = row.type === 'sign-in.succeeded' ? 'signed-in' : 'refused'
  const name = row.email ?? row.userName
  const [is, will] = [inForce, wanted].map(({ companyDomains }) => isCompanyAddress(name, companyDomains))
  const mayChange = was === 'signed-in' ? is && !will : !is && will
  return { was, would: mayChange ? 'provider-decides' : was }
}

const day = 86_400_000

/** A password that has expired is replaced at once: its owner begins anew. */
const passwordAges = (maxAgeDays: number) => {
  const renewed = new Map<string, Date>()
  return ({ at, userId, passwordSetOn }: SignInRow): boolean | undefined => {
    if (!userId || !passwordSetOn) return undefined
    const since = Math.max(passwordSetOn.getTime(), renewed.get(userId)?.getTime() ?? 0)
    const isOver = maxAgeDays > 0 && at.getTime() - since > maxAgeDays * day
    if (isOver) renewed.set(userId, at)
    return isOver
  }
}

export const expiries = ({ inForce, wanted }: Rules): Replay => {
  const [now, then] = [passwordAges(inForce.passwordPolicy.maxAgeDays), passwordAges(wanted.passwordPolicy.maxAgeDays)]
  return (row) => {
    const end = behind[row.type]
    if (!end || row.provider !== 'Local') return undefined
    const [isOver, wouldBeOver] = [now(row), then(row)]
    if (isOver === undefined || wouldBeOver === undefined) return undefined
    // One that an administrator set is replaced whatever its age.
    if (end === 'new-password' && !isOver) return { was: end, would: end }
    const otherwise = end === 'new-password' ? 'signed-in' : end
    return { was: isOver ? 'new-password' : otherwise, would: wouldBeOver ? 'new-password' : otherwise }
  }
}
