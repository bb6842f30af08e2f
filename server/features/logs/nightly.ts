// The log is verified every night, in steps, by whichever instance comes (docs/decisions/0043). A break is told to all
// Gods once, and to the address that gets the heads.
import { isDeepStrictEqual } from 'node:util'
import { languageOf } from '#contract/kernel/language.ts'
import type { LogBreak } from '#contract/log-entries.ts'
import { godsToTell } from '#server/features/accounts/accounts.public.ts'
import { headBefore } from '#server/features/audit/audit.public.ts'
import { notifyAll } from '#server/features/notifications/notifications.public.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { breakMailJob } from './break.mail.ts'
import { chainName, logEvents, type Verification } from './logs.events.ts'
import * as store from './nightly.store.ts'
import { logBroken } from './sayings.ts'
import { verifyRest, verifySome } from './seal-steps.ts'

/** In UTC. */
const hourOfNight = 2
const aDay = 86_400_000
/** Of one step, and steps of one run, so that a stop never waits long for it: the rest is for the next minute. */
const standard = { sealsAtOnce: 20, mostSteps: 25 }

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

type NightlyCheck = {
  /** Read committed: months may be dropped meanwhile. */
  readonly transaction: Transaction
  readonly ctx: Ctx
  readonly sealsAtOnce?: number
  readonly mostSteps?: number
}

/** What was found of all seals, or up to the first break. */
type SealedPart = Pick<Verification, 'seals' | 'entries' | 'firstBreak'>

const nightBefore = (now: Date) => {
  const tonight = new Date(now).setUTCHours(hourOfNight, 0, 0, 0)
  return new Date(tonight <= now.getTime() ? tonight : tonight - aDay)
}

/** Answers a break that nobody had been told of. */
export const verifyByNight = async ({ transaction, ctx, ...bounds }: NightlyCheck) => {
  const { sealsAtOnce, mostSteps } = { ...standard, ...bounds }
  for (let steps = 0; steps < mostSteps; steps++) {
    const step = await transaction((tx) => nextStep(tx, { now: ctx.now, sealsAtOnce }))
    if (step === 'nothing') return undefined
    if (step !== 'more') return record(ctx, await verifyRest(ctx.db, step))
  }
  return undefined
}

type Step = { readonly now: Date; readonly sealsAtOnce: number }

const nextStep = async (tx: Tx, { now, sealsAtOnce }: Step): Promise<'nothing' | 'more' | SealedPart> => {
  const night = await store.takeNight(tx)
  if (!night) return 'nothing'
  const { begunOn, total, verified, entries } = night
  if (total === null) {
    if (begunOn >= nightBefore(now)) return 'nothing'
    await store.beginNight(tx, { now, total: (await headBefore(tx, undefined))?.seal ?? 0 })
    return 'more'
  }
  if (verified >= total) return { seals: total, entries, firstBreak: null }
  const last = Math.min(total, verified + sealsAtOnce)
  const found = await verifySome(tx, { first: verified + 1, last })
  const so = { verified: last, entries: entries + found.entries }
  if (found.firstBreak) return { seals: last, entries: so.entries, firstBreak: found.firstBreak }
  await store.advanceNight(tx, so)
  return 'more'
}

class RecordedAlready extends Error {}

/** By one instance, whoever else came to the end as well. */
const record = async (ctx: Ctx, found: Verification): Promise<LogBreak | undefined> => {
  try {
    const { result } = await ctx.commit(async (tx, inside) => {
      const night = await store.lockNight(tx)
      if (!night || night.total === null) throw new RecordedAlready()
      await store.endNight(tx)
      const firstBreak = await newBreak(tx, found)
      const verified = logEvents.verified({ subject: chainName, after: found })
      if (!firstBreak) return { result: undefined, events: [verified] }
      return {
        result: firstBreak,
        events: [verified, ...(await eventsOfBreak(tx, inside, firstBreak))],
        followUps: inside.services.settings.auditLog.headMail
          ? [{ job: breakMailJob, subject: chainName, details: firstBreak }]
          : [],
      }
    })
    return result
  } catch (error) {
    if (error instanceof RecordedAlready) return undefined
    throw error
  }
}

const newBreak = async (tx: Tx, { firstBreak }: Verification) =>
  firstBreak && !isDeepStrictEqual(await store.lastTold(tx), firstBreak) ? firstBreak : undefined

const eventsOfBreak = async (tx: Tx, inside: Ctx, firstBreak: LogBreak) => {
  const notices = (await godsToTell(tx)).map(({ id: userId, language }) => ({
    userId,
    type: 'AuditLogBroken' as const,
    language: languageOf(language),
    says: logBroken.said(firstBreak),
  }))
  return [logEvents.broken({ subject: chainName, after: firstBreak }), ...(await notifyAll(tx, inside, notices))]
}
