// Tells the owner that failed sign-ins locked the account: it may be somebody else who tries.
import { languageOf } from '#contract/kernel/language.ts'
import { accountById, displayName } from '#server/features/accounts/accounts.public.ts'
import { eventById } from '#server/features/audit/audit.public.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job } from '#server/kernel/use-case.ts'
import { accountLockedMail } from './mails/account-locked.mail.ts'
import { signInEvents } from './sign-in.events.ts'

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const mailAccountLocked = (mailer: Mailer): Job => ({
  name: 'mail-account-locked',
  run: async (ctx, { eventId, subject }) => {
    // A name without an account is locked as well, and has nobody to write to.
    const account = isId.test(subject) ? await accountById(ctx.db, subject) : undefined
    if (!account || account.draft) return
    const event = await eventById(ctx.db, eventId)
    const permanent = event && signInEvents.locked.read(event)?.after.result === 'FullUserLocked'
    const language = languageOf(account.language)
    const name = displayName(account)
    const lock = permanent
      ? ({ kind: 'permanent' } as const)
      : ({ kind: 'temporary', minutes: ctx.services.settings.lockout.minutes } as const)
    const contact = ctx.services.settings.supportAddress
    await mailer.send({
      to: { name, address: account.email },
      language,
      ...accountLockedMail({ language, name, lock, contact }),
    })
  },
})
