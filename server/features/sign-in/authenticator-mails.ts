// Each change of what somebody signs in with is mailed to them, whoever made it.
import { languageOf } from '#contract/kernel/language.ts'
import { accountById, displayName } from '#server/features/accounts/accounts.public.ts'
import { eventById } from '#server/features/audit/audit.public.ts'
import { authenticatorEvents } from '#server/features/authenticators/authenticators.public.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job, Reaction } from '#server/kernel/use-case.ts'
import { type SignInMethodChange, signInMethodMail } from './mails/sign-in-method.mail.ts'

const job = 'mail-sign-in-method'

const { appAdded, appRemoved, recoveryCodesMade, recoveryCodeUsed, passkeyAdded, passkeyRemoved, reset } =
  authenticatorEvents

const changeOf = new Map<string, SignInMethodChange>([
  [appAdded.type, 'appAdded'],
  [appRemoved.type, 'appRemoved'],
  [recoveryCodesMade.type, 'recoveryCodesMade'],
  [recoveryCodeUsed.type, 'recoveryCodeUsed'],
  [passkeyAdded.type, 'passkeyAdded'],
  [passkeyRemoved.type, 'passkeyRemoved'],
  [reset.type, 'reset'],
])

export const authenticatorReactions: readonly Reaction[] = [
  appAdded,
  appRemoved,
  recoveryCodesMade,
  recoveryCodeUsed,
  passkeyAdded,
  passkeyRemoved,
  reset,
].map(({ type }) => ({ on: type, job }))

export const mailSignInMethod = (mailer: Mailer): Job => ({
  name: job,
  run: async (ctx, { eventId, subject }) => {
    const [account, event] = [await accountById(ctx.db, subject), await eventById(ctx.db, eventId)]
    const change = event && changeOf.get(event.type)
    if (!account || !change) return
    const language = languageOf(account.language)
    const name = displayName(account)
    const contact = ctx.services.settings.supportAddress
    await mailer.send({
      to: { name, address: account.email },
      language,
      ...signInMethodMail({ language, name, change, when: event.at, contact }),
    })
  },
})
