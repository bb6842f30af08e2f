// Jobs that mail about passwords. A link is minted here, after the commit: only its hash is stored, and no queue holds
// it.
import { languageOf } from '#contract/kernel/language.ts'
import { workingTokens } from '#server/features/access-tokens/access-tokens.public.ts'
import { type Account, accountById, displayName } from '#server/features/accounts/accounts.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Db } from '#server/kernel/context.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job } from '#server/kernel/use-case.ts'
import { eventById } from '#server/features/audit/audit.public.ts'
import { AccountMoved, judgedAgain } from './locked-account.ts'
import { newSecret, secretHash } from './start-session.ts'
import { invitationMail } from './mails/invitation.mail.ts'
import { passwordChangedMail } from './mails/password-changed.mail.ts'
import { passwordResetMail } from './mails/password-reset.mail.ts'
import { passwordEvents } from './sign-in.events.ts'
import { isCompanyAddress } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'

const resetHours = 24
const invitationDays = 7

type Link = { kind: 'Reset' | 'Invitation'; hours: number }

/** Only its hash is stored. Minted at each try; that a mail went out is stated once it did. */
const mintLink = async (ctx: Ctx, account: Account, { kind, hours }: Link) => {
  const token = newSecret()
  const expiresOn = new Date(ctx.now.getTime() + hours * 3_600_000)
  const { id: userId, email: mailedTo, securityStamp } = account
  const link = {
    tokenHash: secretHash(token),
    userId,
    kind,
    now: ctx.now,
    expiresOn,
    returnUrl: undefined,
    mailedTo,
    securityStamp,
  }
  if (!(await store.insertMailedLink(ctx.db, link))) throw new AccountMoved()
  // The configured address, never the request's Host (T11).
  const query = new URLSearchParams({ identityName: account.userName, token })
  return `${ctx.services.settings.identityUrl}/account/changePassword?${query}`
}

/**
 * For anyone who may sign in at the moment when the link is stored: a lock that comes beside it voids the link, or
 * finds none.
 */
const withLink = (ctx: Ctx, userId: string, mint: (account: Account) => Promise<string>) =>
  judgedAgain(async () => {
    const account = await accountById(ctx.db, userId)
    return account && !account.draft && !account.locked ? { account, link: await mint(account) } : undefined
  })

const stateMailed = (ctx: Ctx, event: AuditEvent) => ctx.commit(async () => ({ result: null, events: [event] }))

/** The language of the page on which a reset was asked for, if it told. */
const languageAsked = async (db: Db, eventId: string) => {
  const event = await eventById(db, eventId)
  return event && passwordEvents.resetAsked.read(event)?.after?.language
}

export const mailResetLink = (mailer: Mailer): Job => ({
  name: 'mail-reset-link',
  run: async (ctx, { subject, eventId }) => {
    const minted = await withLink(ctx, subject, (account) =>
      mintLink(ctx, account, { kind: 'Reset', hours: resetHours }),
    )
    if (!minted) return
    const { account, link } = minted
    const language = languageOf((await languageAsked(ctx.db, eventId)) ?? account.language)
    const name = displayName(account)
    await mailer.send({
      to: { name, address: account.email },
      language,
      ...passwordResetMail({ language, name, link, hours: resetHours }),
    })
    await stateMailed(ctx, passwordEvents.resetLinkMailed({ subject: account.id }))
  },
})

export const mailPasswordChanged = (mailer: Mailer): Job => ({
  name: 'mail-password-changed',
  run: async (ctx, { subject, eventId }) => {
    const account = await accountById(ctx.db, subject)
    if (!account) return
    const when = (await eventById(ctx.db, eventId))?.at ?? ctx.now
    const language = languageOf(account.language)
    const name = displayName(account)
    const contact = ctx.services.settings.supportAddress
    const tokens = await workingTokens(ctx.db, { userId: account.id, now: ctx.now })
    const mail = passwordChangedMail({ language, name, when, tokens, contact })
    await mailer.send({ to: { name, address: account.email }, language, ...mail })
  },
})

/**
 * Company staff sign in with their Office 365 account: their invitation leads to the door, not to a password (R5.1-03).
 */
export const mailInvitation = (mailer: Mailer): Job => ({
  name: 'mail-invitation',
  run: async (ctx, { subject, eventId }) => {
    const { companyDomains, identityUrl } = ctx.services.settings
    const isStaff = ({ email }: Account) => isCompanyAddress(email, companyDomains)
    const invited = await withLink(ctx, subject, async (account) =>
      isStaff(account) ? identityUrl : mintLink(ctx, account, { kind: 'Invitation', hours: invitationDays * 24 }),
    )
    if (!invited) return
    const { account, link } = invited
    const language = languageOf(account.language)
    const name = displayName(account)
    const inviter = await store.namedActorOf(ctx.db, eventId)
    await mailer.send({
      to: { name, address: account.email },
      language,
      ...invitationMail({
        language,
        name,
        userName: account.userName,
        link,
        days: invitationDays,
        inviter,
        isStaff: isStaff(account),
      }),
    })
    if (!isStaff(account)) await stateMailed(ctx, passwordEvents.invitationMailed({ subject: account.id }))
  },
})
