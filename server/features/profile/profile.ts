// One's own profile (R7.12): read, language, picture.
import { createHash } from 'node:crypto'
import { languages } from '#contract/kernel/language.ts'
import type { profile } from '#contract/profile.ts'
import {
  avatarByHash,
  displayName,
  setLanguage as storeLanguage,
  userEvents,
} from '#server/features/accounts/accounts.public.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { silhouette } from './silhouette.ts'
import { profileOf } from './profile.store.ts'

type Api = typeof profile

const own = async (ctx: ReadCtx) => {
  const found = ctx.actor.kind === 'user' ? await profileOf(ctx.db, ctx.actor.id) : undefined
  if (!found) throw new Refusal('not-signed-in', 401)
  return found
}

export const read: UseCase<Api['read']> = async (ctx) => {
  const row = await own(ctx)
  const roles = ctx.actor.kind === 'user' ? [...ctx.actor.roles] : []
  return { ...row, displayName: displayName(row), roles, modifiedOn: row.modifiedOn.toISOString() }
}

export const language: UseCase<Api['language']> = async (ctx) => ({ language: (await own(ctx)).language })

export const setLanguage: UseCase<Api['setLanguage']> = async (ctx, { input }) => {
  const wanted = languages.find((code) => code === input.language.trim().toLowerCase())
  if (!wanted) throw new Refusal('invalid-language', 400, { field: 'language' })
  const { id } = await own(ctx)
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
  const found = /^([0-9a-f]{32}|[0-9a-f]{64})$/i.test(params.hash) ? await avatarByHash(ctx.db, params.hash) : undefined
  const cached = { 'cache-control': 'public, max-age=3600' }
  if (found?.body && found.mediaType)
    return { raw: true, headers: { ...cached, 'content-type': found.mediaType }, body: found.body }
  if (query.d === '404') throw new Refusal('avatar-not-found', 404)
  const svg = query.d === 'blank' ? blank : silhouette({ hash: params.hash, size: query.s ?? 180 })
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 20)}"`
  return {
    raw: true,
    headers: {
      ...cached,
      etag,
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
    },
    body: svg,
  }
}
