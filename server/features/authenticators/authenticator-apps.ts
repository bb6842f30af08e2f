// A person's own authenticator app: begun with a secret, added by its first code.
import type { authenticators } from '#contract/authenticators.ts'
import { accountById, lockAccountRow } from '#server/features/accounts/accounts.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { ReadCtx, Tx } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/issue.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { secretPurpose } from './app-codes.ts'
import { authenticatorEvents } from './authenticators.events.ts'
import * as store from './authenticator-apps.store.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.rules.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.rules.ts'

type Api = typeof authenticators

/** A token for programs changes nothing of how its owner signs in. */
export const sessionOf = (ctx: ReadCtx) => {
  const { id, sessionUid } = callerOf(ctx)
  if (!sessionUid) throw new Refusal('permission-missing', 403)
  return { id, sessionUid }
}

export const beginApp: UseCase<Api['beginApp']> = (ctx) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId } = sessionOf(inside)
    const account = await accountById(tx, userId)
    const secret = newTotpSecret()
    const sealed = inside.services.seal.encrypt(secretPurpose(userId), secret)
    const begun = await store.insertApp(tx, { userId, secret: sealed, now: inside.now })
    if (!account || begun === 0) throw new Refusal('authenticator-app-there', 409)
    return {
      result: { secret, uri: totpUri(secret, account.userName) },
      events: [authenticatorEvents.appBegun({ subject: userId })],
    }
  })

export const confirmApp: UseCase<Api['confirmApp']> = (ctx, { input }) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId } = sessionOf(inside)
    await lockAccountRow(tx, userId)
    const app = await store.appOf(tx, userId)
    if (!app) throw new Refusal('authenticator-app-missing', 409)
    if (app.confirmedOn) throw new Refusal('authenticator-app-there', 409)
    const secret = inside.services.seal.decrypt(secretPurpose(userId), app.secret)
    const step = secret === undefined ? undefined : stepOf(secret, input.code, inside.now)
    if (step === undefined) throw invalid({ field: 'code', code: 'authenticator-code-wrong' })
    await store.confirmApp(tx, { userId, step, now: inside.now })
    return withNewCodes(tx, userId, authenticatorEvents.appAdded({ subject: userId }))
  })

const withNewCodes = async (tx: Tx, userId: string, event: AuditEvent) => {
  const recoveryCodes = newRecoveryCodes()
  await store.replaceRecoveryCodes(tx, { userId, hashes: recoveryCodes.map((code) => recoveryCodeHash(userId, code)) })
  return { result: { recoveryCodes }, events: [event] as const }
}

export const newRecoveryCodesOf: UseCase<Api['newRecoveryCodes']> = (ctx) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId } = sessionOf(inside)
    await lockAccountRow(tx, userId)
    if (!(await store.hasApp(tx, userId))) throw new Refusal('authenticator-app-missing', 409)
    return withNewCodes(tx, userId, authenticatorEvents.recoveryCodesMade({ subject: userId }))
  })

export const removeApp: UseCase<Api['removeApp']> = (ctx) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId } = sessionOf(inside)
    await lockAccountRow(tx, userId)
    if (!(await store.deleteApp(tx, userId))) throw new Refusal('authenticator-app-missing', 409)
    return { result: {}, events: [authenticatorEvents.appRemoved({ subject: userId })] }
  })
