// Tells both addresses of a changed e-mail: a job each, so that one that cannot be reached does not make the
// other one hear of it twice.
import { languageOf } from '#contract/kernel/language.ts'
import { accountById, displayName, userEvents } from '#server/features/accounts/accounts.public.ts'
import { eventById } from '#server/features/audit/audit.public.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job } from '#server/kernel/use-case.ts'
import { emailChangedMail } from './mails/email-changed.mail.ts'
import { masked } from './sign-in.rules.ts'

const mailTo =
  (side: 'old' | 'new') =>
  (mailer: Mailer): Job => ({
    name: `mail-email-changed-${side}`,
    run: async (ctx, { subject, eventId }) => {
      const account = await accountById(ctx.db, subject)
      const event = await eventById(ctx.db, eventId)
      const change = event && userEvents.emailChanged.read(event)
      // Nobody writes to a draft yet.
      if (!account || account.draft || !event || !change) return
      const language = languageOf(account.language)
      const name = displayName(account)
      const [before, after] = [change.before.email, change.after.email]
      const [address, other] = side === 'old' ? [before, after] : [after, before]
      const contact = ctx.services.settings.supportAddress
      await mailer.send({
        to: { name, address },
        language,
        ...emailChangedMail({
          language,
          name,
          userName: account.userName,
          side,
          other: masked(other),
          when: event.at,
          contact,
        }),
      })
    },
  })

export const mailFormerAddress = mailTo('old')
export const mailNewAddress = mailTo('new')
