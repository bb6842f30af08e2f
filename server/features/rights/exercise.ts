// A person exercises their rights: stored with the documents, mailed and told to Administrators in one
// transaction. The files were looked at before it.
import type { rights } from '#contract/rights.ts'
import type { RightsForm } from '#contract/rights-form.ts'
import { languageOf } from '#contract/kernel/language.ts'
import { type Account, accountById } from '#server/features/accounts/accounts.public.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { safeFileName } from '#server/downloads/content-disposition.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { invalid, type Issue } from '#server/kernel/issue.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UploadedFile, type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { mediaTypeOf } from './document-types.ts'
import { officersOf } from './request-list.store.ts'
import { rightsEvents } from './rights.events.ts'
import { dayOf, dueOf, mostPerDay } from './rights.rules.ts'
import { countSince, found, insertDocument, insertRequest, type NewRequest, requestById } from './rights.store.ts'
import { rightsReceived } from './sayings.ts'
import { shownToOwner } from './shown.ts'

type Api = typeof rights
type Document = { readonly name: string; readonly mediaType: string; readonly body: Buffer }

const dayLength = 86_400_000

const checked = async (ctx: Ctx, form: RightsForm, files: readonly UploadedFile[]): Promise<Document[]> => {
  const typed = await Promise.all(files.map(async (file) => ({ file, mediaType: await mediaTypeOf(file) })))
  const issues: Issue[] = typed.flatMap(({ file, mediaType }) =>
    mediaType ? [] : [{ field: 'files', code: 'file-not-of-its-type', data: { file: safeFileName(file.name) } }],
  )
  if (form.requestDate > dayOf(ctx.now)) issues.push({ field: 'requestDate', code: 'rights-date-in-the-future' })
  if (issues.length > 0) throw invalid(...issues)
  return typed.map(({ file, mediaType = '' }) => ({ name: safeFileName(file.name), mediaType, body: file.bytes }))
}

const store = async (tx: Tx, ctx: Ctx, { request, documents }: { request: NewRequest; documents: Document[] }) => {
  await insertRequest(tx, request)
  for (const [place, document] of documents.entries())
    await insertDocument(tx, { ...document, id: ctx.newId(), requestId: request.id, place })
}

const tellOfficers = async (tx: Tx, ctx: Ctx, { fullName, dueOn }: NewRequest): Promise<AuditEvent[]> => {
  const events: AuditEvent[] = []
  const says = rightsReceived.said({ name: fullName, dueOn })
  for (const { id: userId, language } of await officersOf(tx))
    events.push(await notify(tx, ctx, { userId, type: 'RightsRequestReceived', language: languageOf(language), says }))
  return events
}

const requestOf = (ctx: Ctx, form: RightsForm, account: Account): NewRequest => ({
  ...form,
  id: ctx.newId(),
  userId: account.id,
  userName: account.userName,
  mailTo: account.email,
  language: account.language,
  receivedOn: ctx.now,
  dueOn: dueOf(ctx.now),
})

export const exercise: UseCase<Api['exercise']> = withSlowWork(async (ctx, { form, files }) => {
  const documents = await checked(ctx, form, files)
  return ctx.commit(async (tx, inside) => {
    const { id: userId } = callerOf(inside)
    const account = await accountById(tx, userId)
    if (!account) throw new Refusal('not-signed-in', 401)
    const since = new Date(inside.now.getTime() - dayLength)
    if ((await countSince(tx, { userId, since })) >= mostPerDay)
      throw new Refusal('too-many-rights-requests', 429, { maximum: mostPerDay })
    const request = requestOf(inside, form, account)
    await store(tx, inside, { request, documents })
    const { requestType, rightsToExcercise, dueOn } = request
    const received = rightsEvents.received({
      subject: request.id,
      after: { state: 'Received', requestType, rightsToExcercise, dueOn, documents: documents.length },
    })
    const notified = await tellOfficers(tx, inside, request)
    const stored = found(await requestById(tx, request.id))
    return { result: shownToOwner(stored, inside.now), events: [received, ...notified] }
  })
})
