// A security configuration is rehearsed before it is saved: the sign-ins of the last month are judged by the rules in
// force and by those that it says, and told apart. Reads only (T74).
import type { Rehearsal, rehearsal, RehearsalNote } from '#contract/rehearsal.ts'
import { type SettingTitle } from '#contract/security-config.ts'
import { refuseFaulty, settingsWith } from '#server/features/security-config/security-config.public.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { accountsAt, passwordsSet, type Period, sessionsBegun, signIns } from './rehearsal.store.ts'
import { sessionEnds } from './sessions.rules.ts'
import { domains, expiries, isAttempt, lockouts, type Replay, type Rules } from './sign-ins.rules.ts'
import { createTally } from './tally.ts'

type Api = typeof rehearsal

const days = 30
const dayMilliseconds = 86_400_000
/** Some seconds of reading, whoever asks for it. */
const most = 100_000

export const rehearse: UseCase<Api['rehearse']> = withSlowWork(async (ctx, { input: { title, body } }) => {
  refuseFaulty({ title, body })
  const { settings } = ctx.services
  const rules: Rules = { inForce: settings, wanted: settingsWith({ title, body }, settings.standard) }
  return unchanged(await rehearsed[title](ctx, rules))
})

const periodOf = ({ now }: Ctx): Period => ({ since: new Date(now.getTime() - days * dayMilliseconds), most })

type ReplayInput = {
  readonly replay: Replay
  readonly withPasswords?: boolean
  readonly notes: readonly RehearsalNote[]
}

const playSignIns = async (ctx: Ctx, { replay, withPasswords = false, notes }: ReplayInput): Promise<Rehearsal> => {
  const period = periodOf(ctx)
  const tally = createTally()
  let first: Date | undefined
  let attempts = 0
  for await (const rows of signIns(ctx.db, period, { withPasswords }))
    for (const row of rows) {
      const ends = replay(row)
      if (!isAttempt(row)) continue
      first ??= row.at
      attempts += 1
      tally.see(row, ends)
    }
  const complete = attempts < most
  return tally.result({ since: complete || !first ? period.since : first, complete }, notes)
}

const playSessions = async (ctx: Ctx, rules: Rules): Promise<Rehearsal> => {
  const period = periodOf(ctx)
  const tally = createTally()
  let first: Date | undefined
  let sessions = 0
  for await (const rows of sessionsBegun(ctx.db, period))
    for (const row of rows) {
      first ??= row.startedOn
      sessions += 1
      tally.see({ ...row, at: row.startedOn }, sessionEnds(row, { ...rules, now: ctx.now }))
    }
  const complete = sessions < most
  const since = complete || !first ? period.since : first
  return tally.result({ since, complete }, [{ code: 'sessions-keep-their-end', count: null }])
}

const domainNotes = async (ctx: Ctx, { inForce, wanted }: Rules): Promise<RehearsalNote[]> => {
  const without = (one: readonly string[], other: readonly string[]) => one.filter((domain) => !other.includes(domain))
  const added = without(wanted.companyDomains, inForce.companyDomains)
  const removed = without(inForce.companyDomains, wanted.companyDomains)
  return [
    { code: 'people-to-work-account', count: await accountsAt(ctx.db, added) },
    { code: 'people-from-work-account', count: await accountsAt(ctx.db, removed) },
  ]
}

const passwordNotes = async (ctx: Ctx, { inForce, wanted }: Rules): Promise<RehearsalNote[]> => {
  const since = (maxAgeDays: number) =>
    maxAgeDays > 0 ? new Date(ctx.now.getTime() - maxAgeDays * dayMilliseconds) : null
  const [now, then] = [since(inForce.passwordPolicy.maxAgeDays), since(wanted.passwordPolicy.maxAgeDays)]
  const between = (after: Date | null, before: Date | null) =>
    before && (!after || after < before) ? passwordsSet(ctx.db, { after, before }) : 0
  return [
    { code: 'passwords-expired-at-once', count: await between(now, then) },
    { code: 'passwords-valid-again', count: await between(then, now) },
    { code: 'only-hashes', count: null },
  ]
}

const rehearsed: Readonly<Record<SettingTitle, (ctx: Ctx, rules: Rules) => Promise<Rehearsal>>> = {
  lockout: (ctx, rules) =>
    playSignIns(ctx, { replay: lockouts(rules), notes: [{ code: 'locked-attempts-unknown', count: null }] }),
  sessions: playSessions,
  'company-domains': async (ctx, rules) =>
    playSignIns(ctx, { replay: domains(rules), notes: await domainNotes(ctx, rules) }),
  'password-policy': async (ctx, rules) =>
    playSignIns(ctx, { replay: expiries(rules), withPasswords: true, notes: await passwordNotes(ctx, rules) }),
}
