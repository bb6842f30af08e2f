// A code of the authenticator app, or a recovery code in its place: right once, and at most twenty wrong ones an hour
// (T8). The caller holds the account, so that two at once are one after the other.
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { authenticatorEvents } from './authenticators.events.ts'
import * as store from './authenticator-apps.store.ts'
import { recoveryCodeHash } from './recovery-codes.rules.ts'
import { stepOf } from './totp.rules.ts'

const mostTriesPerHour = 20

/** Secrets are encrypted for this and bound to their person. */
export const secretPurpose = (userId: string) => `authenticator-app:${userId}`

type AppCode =
  | 'wrong'
  | 'too-many'
  | { readonly by: 'an authenticator app' | 'a recovery code'; readonly events: readonly AuditEvent[] }

type CodeInput = { readonly userId: string; readonly code: string }

export const tryAppCode = async (ctx: Ctx, tx: Tx, { userId, code }: CodeInput): Promise<AppCode> => {
  const app = await store.appOf(tx, userId)
  if (!app?.confirmedOn) return 'wrong'
  const since = new Date(ctx.now.getTime() - 3_600_000)
  if ((await store.triesSince(tx, { userId, since })) >= mostTriesPerHour) return 'too-many'
  if (await isAppCode(ctx, tx, { userId, code, app })) return { by: 'an authenticator app', events: [] }
  if (await store.spendRecoveryCode(tx, { userId, hash: recoveryCodeHash(userId, code), now: ctx.now })) {
    const left = await store.recoveryCodesLeft(tx, userId)
    return {
      by: 'a recovery code',
      events: [authenticatorEvents.recoveryCodeUsed({ subject: userId, after: { left } })],
    }
  }
  await store.countTry(tx, { userId, now: ctx.now })
  return 'wrong'
}

const isAppCode = async (ctx: Ctx, tx: Tx, { userId, code, app }: CodeInput & { app: store.AppRow }) => {
  const secret = ctx.services.seal.decrypt(secretPurpose(userId), app.secret)
  const step = secret === undefined ? undefined : stepOf(secret, code, ctx.now)
  return step !== undefined && (await store.takeStep(tx, { userId, step }))
}
