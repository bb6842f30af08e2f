// The head of the log's chain: asked for, or sent outside once a day, where nobody who can write to the database can
// change it (docs/decisions/0043).
import type { logs } from '#contract/logs.ts'
import { languageOf } from '#contract/kernel/language.ts'
import { accountByName, displayName } from '#server/features/accounts/accounts.public.ts'
import { countUnsealed, headBefore } from '#server/features/audit/audit.public.ts'
import type { Ctx } from '#server/kernel/context.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job, UseCase } from '#server/kernel/use-case.ts'
import { wasHeadSent } from './head-sent.store.ts'
import { headMail } from './head.mail.ts'
import { logEvents } from './logs.events.ts'

const aDay = 86_400_000
const startOf = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const endOf = (day: string) => new Date(startOf(day).getTime() + aDay)

export const head: UseCase<(typeof logs)['head']> = async (ctx, { query: { day } }) => {
  const found = await headBefore(ctx.db, day ? endOf(day) : undefined)
  return {
    head: found ? { ...found, sealedOn: found.sealedOn.toISOString() } : null,
    unsealed: await countUnsealed(ctx.db),
  }
}

const mailJob = 'mail-audit-head'

class NothingToTell extends Error {}

/** Of yesterday, once; undefined where it was told already, nobody wants to know, or nothing was sealed yet. */
export const tellHead = async (ctx: Ctx) => {
  const { headMail: address, headInLog } = ctx.services.settings.auditLog
  if (!address && !headInLog) return undefined
  const day = dayOf(new Date(ctx.now.getTime() - aDay))
  try {
    const { result } = await ctx.commit(async (tx) => {
      const found = await headBefore(tx, endOf(day))
      if (!found || (await wasHeadSent(tx, day))) throw new NothingToTell()
      const { seal, lastEntry, hash } = found
      return {
        result: { day, seal, lastEntry, hash },
        events: [logEvents.headSent({ subject: day, after: { seal, lastEntry, hash } })],
        followUps: address ? [{ job: mailJob, subject: day, details: null }] : [],
      }
    })
    return result
  } catch (error) {
    if (error instanceof NothingToTell) return undefined
    throw error
  }
}

/** In the language of whoever has that address here, or in English. */
export const mailHead = (mailer: Mailer): Job => ({
  name: mailJob,
  run: async (ctx, { subject: day }) => {
    const address = ctx.services.settings.auditLog.headMail
    const found = await headBefore(ctx.db, endOf(day))
    if (!address || !found) return
    const reader = await accountByName(ctx.db, address)
    const language = languageOf(reader?.language)
    const name = reader ? displayName(reader) : ''
    await mailer.send({ to: { name, address }, language, ...headMail({ language, name, day, ...found }) })
  },
})
