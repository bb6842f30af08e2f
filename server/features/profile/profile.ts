// One's own profile (R7.12): read, language, picture.
import { createHash } from 'node:crypto'
import { languages } from '#contract/kernel/language.ts'
import type { profile } from '#contract/profile.ts'
import { setLanguage as storeLanguage, userEvents } from '#server/features/accounts/accounts.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { silhouette } from './silhouette.ts'
import { pictureByHash } from './pictures.store.ts'
import { companiesOf, languageOf } from './profile.store.ts'
import { shownProfile } from './shown-profile.ts'

export { removePicture, save, uploadPicture } from './profile-changes.ts'

type Api = typeof profile

export const read: UseCase<Api['read']> = (ctx) => shownProfile(ctx, ctx.db)

export const companies: UseCase<Api['companies']> = (ctx) => companiesOf(ctx.db, callerOf(ctx).id)

export const language: UseCase<Api['language']> = async (ctx) => {
  const found = await languageOf(ctx.db, callerOf(ctx).id)
  if (found === undefined) throw new Refusal('not-signed-in', 401)
  return { language: found }
}

export const setLanguage: UseCase<Api['setLanguage']> = async (ctx, { input }) => {
  const wanted = languages.find((code) => code === input.language.trim().toLowerCase())
  if (!wanted) throw new Refusal('invalid-language', 400, { field: 'language' })
  const { id } = callerOf(ctx)
  return ctx.commit(async (tx) => {
    const before = await storeLanguage(tx, { userId: id, language: wanted, now: ctx.now })
    return {
      result: { language: wanted },
      events: [userEvents.changed({ subject: id, before: { language: before }, after: { language: wanted } })],
    }
  })
}

const blank = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

/** Unknown addresses and known ones without a picture look the same: a hash tells nobody who has an account (T23). */
export const avatar: UseCase<Api['avatar']> = async (ctx, { params, query }) => {
  const { hash } = params
  const size = query.s ?? 180
  const found = /^([0-9a-f]{32}|[0-9a-f]{64})$/i.test(hash) ? await pictureByHash(ctx.db, { hash, size }) : undefined
  if (found) return image(found.body, found.mediaType)
  if (query.d === '404') throw new Refusal('avatar-not-found', 404)
  return image(query.d === 'blank' ? blank : silhouette({ hash, size }), 'image/svg+xml')
}

const image = (body: string | Uint8Array, mediaType: string) => ({
  raw: true as const,
  headers: {
    'cache-control': 'public, max-age=3600',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`,
    'content-type': mediaType,
    'content-security-policy': "default-src 'none'; sandbox",
  },
  body,
})
