// What an application shows besides its fields: owners, icon and disclaimer (R3.5-01, A-69, A-162, A-170).
import { createHash } from 'node:crypto'
import type { Application, applications, Disclaimer } from '#contract/applications.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import { type BeforeUpload, type UploadedFile, type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { applicationEvents } from './applications.events.ts'
import { changeOwners, refuseUnlessOwner } from './owners.ts'
import { refuseStaleApplication } from './catalogue.ts'
import { found, shown } from './application-reads.ts'
import { applicationById, type ApplicationRow, lockApplication } from './catalogue.store.ts'
import { touchApplication } from './application-writes.store.ts'
import { disclaimerOf, saveDisclaimer as storeDisclaimer, type StoredDisclaimer } from './disclaimers.store.ts'
import { deleteIcon, saveIcon } from './icons.store.ts'

type Api = typeof applications

export const owners: UseCase<Api['owners']> = (ctx, { params: { id }, input }) =>
  ctx.commit<Application>(async (tx) => {
    const before = found(await lockApplication(tx, id))
    refuseUnlessOwner(ctx, before)
    await refuseStaleApplication(tx, before, input.modifiedOn)
    await changeOwners(ctx, tx, { before, owners: input.owners })
    await touchApplication(tx, { id, now: ctx.now })
    const result = await shown(ctx, tx, id)
    return {
      result,
      events: [
        applicationEvents.ownersChanged({
          subject: String(id),
          before: { owners: before.owners },
          after: { owners: result.owners },
        }),
      ],
    }
  })

const iconPixels = 256

const changeIcon = (ctx: Ctx, id: number, write: (tx: Tx, before: ApplicationRow) => Promise<unknown>) =>
  ctx.commit<Application>(async (tx, inside) => {
    const before = found(await lockApplication(tx, id))
    await write(tx, before)
    await touchApplication(tx, { id, now: inside.now })
    const result = await shown(inside, tx, id)
    return {
      result,
      events: [
        applicationEvents.iconChanged({
          subject: String(id),
          before: { iconVersion: before.iconVersion },
          after: { iconVersion: result.iconVersion },
        }),
      ],
    }
  })

const uploaded = async (ctx: Ctx, id: number, file: UploadedFile) => {
  const body = await ctx.services.images.square(file.bytes, { pixels: iconPixels, fit: 'contain' })
  if (!body) throw new Refusal('image-not-readable', 400, { field: 'file' })
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return changeIcon(ctx, id, (tx) => saveIcon(tx, { applicationId: id, mediaType: 'image/png', body, etag }))
}

export const iconUploads: Readonly<Record<string, BeforeUpload>> = (() => {
  const isThere: BeforeUpload = async (ctx, { params }) =>
    found(await applicationById(ctx.db, (params as { id: number }).id))
  return { icon: isThere, uploadIcon: isThere }
})()

export const icon: UseCase<Api['icon']> = withSlowWork((ctx, { params, file }) => uploaded(ctx, params.id, file))

export const uploadIcon: UseCase<Api['uploadIcon']> = withSlowWork((ctx, { params, file }) =>
  uploaded(ctx, params.id, file),
)

export const removeIcon: UseCase<Api['removeIcon']> = (ctx, { params: { id } }) =>
  changeIcon(ctx, id, (tx) => deleteIcon(tx, id))

const foundDisclaimer = (stored: StoredDisclaimer | undefined): Disclaimer => {
  if (!stored) throw new Refusal('application-not-found', 404)
  return stored
}

const auditedDisclaimer = ({ texts, version }: Disclaimer) => ({ texts, version })

export const disclaimer: UseCase<Api['disclaimer']> = async (ctx, { params }) =>
  foundDisclaimer(await disclaimerOf(ctx.db, params.id))

/** A changed text leaves the acceptances as they are, unless the editor wants everybody asked again. */
export const saveDisclaimer: UseCase<Api['saveDisclaimer']> = (ctx, { params: { id }, input }) =>
  ctx.commit<Disclaimer>(async (tx) => {
    found(await lockApplication(tx, id))
    const before = foundDisclaimer(await disclaimerOf(tx, id))
    const subject = String(id)
    const changes = [applicationEvents.disclaimerChanged.type]
    await refuseStale(tx, { sent: input.modifiedOn, stored: before.modifiedOn, subject, changes })
    const texts = Object.fromEntries(Object.entries(input.texts).filter(([, text]) => text))
    await storeDisclaimer(tx, { id, texts, version: before.version + (input.askAgain ? 1 : 0) })
    const after = foundDisclaimer(await disclaimerOf(tx, id))
    const event = applicationEvents.disclaimerChanged({
      subject,
      before: auditedDisclaimer(before),
      after: auditedDisclaimer(after),
    })
    return { result: after, events: [event] }
  })
