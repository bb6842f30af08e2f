// Jobs that mail about requests: to the person in their language, and to the data-protection address.
import { languageOf } from '#contract/kernel/language.ts'
import { accountById, accountByName, displayName } from '#server/features/accounts/accounts.public.ts'
import type { Ctx } from '#server/kernel/context.ts'
import type { MailContent, Mailer } from '#server/kernel/ports/mail.ts'
import type { Job, Reaction } from '#server/kernel/use-case.ts'
import { rightsAnsweredMail, rightsExtendedMail } from './mails/answer.mail.ts'
import { rightsOfficerMail, rightsReceivedMail } from './mails/received.mail.ts'
import { rightsEvents } from './rights.events.ts'
import { dayOf } from './rights.rules.ts'
import { requestById, type RightsRow } from './rights.store.ts'

/**
 * The address of the account, which was verified, and not the one that was typed into the form; as it was when the
 * request came, where there is no account any more.
 */
const readerOf = async (ctx: Ctx, request: RightsRow) => {
  const account = request.userId ? await accountById(ctx.db, request.userId) : undefined
  return {
    language: languageOf(account?.language ?? request.language),
    name: account ? displayName(account) : request.fullName,
    address: account?.email ?? request.mailTo,
  }
}

type Reader = Awaited<ReturnType<typeof readerOf>>

const toPerson =
  (name: string, write: (ctx: Ctx, request: RightsRow, reader: Reader) => MailContent | undefined) =>
  (mailer: Mailer): Job => ({
    name,
    run: async (ctx, { subject }) => {
      const request = await requestById(ctx.db, subject)
      const reader = request && (await readerOf(ctx, request))
      const content = request && reader && write(ctx, request, reader)
      if (!content) return
      const { language, name, address } = reader
      await mailer.send({ to: { name, address }, language, ...content })
    },
  })

const factsOf = ({ fullName, email, rightsToExcercise: rights, receivedOn, dueOn, ...request }: RightsRow) => ({
  fullName,
  email,
  rights,
  dueOn,
  receivedOn: dayOf(receivedOn),
  documents: request.identificationDocuments.length,
})

const linkTo = ({ services: { settings } }: Ctx, path: string) => `${settings.identityUrl}/${path}`

const mailReceived = toPerson('mail-rights-received', (ctx, request, reader) =>
  rightsReceivedMail({ ...reader, ...factsOf(request), link: linkTo(ctx, 'profile/rights') }),
)

const mailExtended = toPerson('mail-rights-extended', (_ctx, { extensionReason: reason, ...request }, reader) =>
  reason === null
    ? undefined
    : rightsExtendedMail({ ...reader, reason, dueOn: request.dueOn, receivedOn: dayOf(request.receivedOn) }),
)

const mailAnswered = toPerson('mail-rights-answered', (_ctx, { reply, receivedOn }, reader) =>
  reply === null ? undefined : rightsAnsweredMail({ ...reader, reply, receivedOn: dayOf(receivedOn) }),
)

/** In the language of whoever has that address here, or in English; without an address there is the notification. */
const mailOfficer = (mailer: Mailer): Job => ({
  name: 'mail-rights-officer',
  run: async (ctx, { subject }) => {
    const address = ctx.services.settings.dataProtection.address
    const request = await requestById(ctx.db, subject)
    if (!address || !request) return
    const officer = await accountByName(ctx.db, address)
    const language = languageOf(officer?.language)
    const name = officer ? displayName(officer) : ''
    const link = linkTo(ctx, `admin/rights/${request.id}`)
    const content = rightsOfficerMail({ language, name, ...factsOf(request), link })
    await mailer.send({ to: { name, address }, language, ...content })
  },
})

export const rightsReactions: readonly Reaction[] = [
  { on: rightsEvents.received.type, job: 'mail-rights-received' },
  { on: rightsEvents.received.type, job: 'mail-rights-officer' },
  { on: rightsEvents.extended.type, job: 'mail-rights-extended' },
  { on: rightsEvents.answered.type, job: 'mail-rights-answered' },
]

export const rightsJobs = (mailer: Mailer): readonly Job[] =>
  [mailReceived, mailOfficer, mailExtended, mailAnswered].map((job) => job(mailer))
