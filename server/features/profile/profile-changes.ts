// What people change of themselves: names, language and picture (R5.2-13, R7.12-02).
import { createHash } from 'node:crypto'
import type { Profile } from '#contract/profile.ts'
import type { profileChanges } from '#contract/profile-changes.ts'
import { lockAccountRow, setOwnData, userChanges, userEvents } from '#server/features/accounts/accounts.public.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import { passwordEvents } from '#server/features/sign-in/sign-in.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { profileEvents } from './profile.events.ts'
import { profileOf } from './profile.store.ts'
import { deletePicture, pictureVersionOf, portraitSides, savePicture } from './pictures.store.ts'
import { shownProfile } from './shown-profile.ts'

type Api = typeof profileChanges

/** What moves `modifiedOn` of an account, by its audit events. */
const changes = [...userChanges, passwordEvents.changed.type, passwordEvents.reset.type]

const ownFields = ['firstName', 'lastName', 'language'] as const

export const save: UseCase<Api['save']> = (ctx, { input: { modifiedOn, ...wanted } }) =>
  ctx.commit<Profile>(async (tx, inside) => {
    const { id } = callerOf(inside)
    await lockAccountRow(tx, id)
    const before = await profileOf(tx, id)
    if (!before) throw new Refusal('not-signed-in', 401)
    await refuseStale(tx, { sent: modifiedOn, stored: before.modifiedOn, subject: id, changes })
    await setOwnData(tx, { userId: id, ...wanted, now: inside.now })
    const differing = ownFields.filter((name) => before[name] !== wanted[name])
    const of = (value: Record<(typeof ownFields)[number], string>) =>
      Object.fromEntries(differing.map((name) => [name, value[name]]))
    const event = userEvents.changed({ subject: id, before: of(before), after: of(wanted) })
    return { result: await shownProfile(inside, tx), events: [event] }
  })

const changePicture = (ctx: Ctx, write: (tx: Tx, userId: string, now: Date) => Promise<string | null>) =>
  ctx.commit<Profile>(async (tx, inside) => {
    const { id } = callerOf(inside)
    await lockAccountRow(tx, id)
    const before = (await pictureVersionOf(tx, id)) ?? null
    const after = await write(tx, id, inside.now)
    return {
      result: await shownProfile(inside, tx),
      events: [
        profileEvents.pictureChanged({
          subject: id,
          before: { avatarVersion: before },
          after: { avatarVersion: after },
        }),
      ],
    }
  })

export const uploadPicture: UseCase<Api['uploadPicture']> = withSlowWork(async (ctx, { file }) => {
  const [large, small] =
    (await ctx.services.images.portraits(file.bytes, [portraitSides.large, portraitSides.small])) ?? []
  if (!large || !small) throw new Refusal('image-not-readable', 400, { field: 'file' })
  const version = createHash('sha256').update(large).digest('base64url').slice(0, 22)
  return changePicture(ctx, async (tx, userId, now) => {
    await savePicture(tx, { userId, mediaType: 'image/webp', large, small, version, now })
    return version
  })
})

export const removePicture: UseCase<Api['removePicture']> = async (ctx) => {
  if (!(await pictureVersionOf(ctx.db, callerOf(ctx).id))) return unchanged(await shownProfile(ctx, ctx.db))
  return changePicture(ctx, async (tx, userId) => {
    await deletePicture(tx, userId)
    return null
  })
}
