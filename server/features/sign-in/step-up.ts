// Proving again who one is, in a session: by what a sign-in would ask for, and counted like one (docs/decisions/0044).
import type { Outcome } from '#contract/kernel/answer.ts'
import type { OutputOf } from '#contract/kernel/endpoint.ts'
import type { stepUp } from '#contract/step-up.ts'
import { type Account, accountById } from '#server/features/accounts/accounts.public.ts'
import {
  askPasskey,
  hasApp,
  passkeysOf,
  provenBy,
  spendProof,
  tryAppCode,
} from '#server/features/authenticators/authenticators.public.ts'
import { confirmSession } from '#server/features/sessions/sessions.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Change, Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import * as attempts from './attempts.store.ts'
import { counterOf, keysOf } from './counter.ts'
import { lockMessages, type LoginErrors, reasonOf } from './lock-messages.ts'
import { judgedAgain, lockAccount } from './locked-account.ts'
import { signInEvents } from './sign-in.events.ts'
import { type Lock, lockNow, lockOf } from './sign-in.rules.ts'
import { signInEvent } from './start-session.ts'

type Api = typeof stepUp
type Answer = OutputOf<Api['confirm']>

export const ways: UseCase<Api['ways']> = async (ctx) => {
  const { id } = callerOf(ctx)
  const account = await accountById(ctx.db, id)
  const passkey = (await passkeysOf(ctx.db, id)).length > 0
  return { password: Boolean(account?.passwordHash), app: await hasApp(ctx.db, id), passkey }
}

/** Only a session can be proven; a personal access token is in none. */
export const sessionOf = (ctx: ReadCtx) => {
  const { id, sessionUid } = callerOf(ctx)
  if (!sessionUid) throw new Refusal('permission-missing', 403)
  return { id, sessionUid }
}

export const passkeyOptions: UseCase<Api['passkeyOptions']> = (ctx) => {
  const { id, sessionUid } = sessionOf(ctx)
  return askPasskey(ctx, { purpose: 'step-up', sessionUid }, id)
}

/** Nobody guesses a signature: what is refused is told in the log, and counts for nothing. */
export const confirmWithPasskey: UseCase<Api['confirmWithPasskey']> = withSlowWork(async (ctx, { input }) => {
  const { sessionUid } = sessionOf(ctx)
  const proof = await provenBy(ctx, input, { purpose: 'step-up', sessionUid })
  return ctx.commit<OutputOf<Api['confirmWithPasskey']>>(async (tx, inside) => {
    const session = sessionOf(inside)
    const isTheirs = proof?.passkey.userId === session.id
    if (isTheirs && (await spendProof(tx, proof, inside.now))) return confirmed(inside, tx, { ...session, events: [] })
    const { userName } = callerOf(inside)
    const attempt = { account: undefined, typedName: userName, result: 'Failure', provider: 'Local' } as const
    return {
      result: { success: false, errors: [refusedPasskey], code: 'passkey-refused' },
      events: [signInEvent(signInEvents.failed, { ...attempt, reason: refusedPasskey })],
    }
  })
})

const refusedPasskey = 'Invalid credentials'

type Confirm = UseCase<Api['confirm']>

export const confirm: Confirm = withSlowWork((ctx, call) => judgedAgain(() => tryConfirm(ctx, call)))

const tryConfirm: Confirm = async (ctx, { input }) => {
  const { id } = sessionOf(ctx)
  const judged = await accountById(ctx.db, id)
  const matches = await ctx.services.passwords.verify(judged?.passwordHash ?? undefined, input.password)
  return ctx.commit<Answer>(async (tx, inside) => {
    const { sessionUid } = sessionOf(inside)
    const account = await lockAccount(tx, judged)
    if (!account) throw new Refusal('not-signed-in', 401)
    const counter = counterOf(inside, account, account.userName)
    const failures = await attempts.lockFailures(tx, { ...counter, now: inside.now })
    const lock = lockOf(failures.account, lockNow(inside))
    if (lock !== 'none') return failed(account, 'locked-out', { lock })
    const proof = matches ? await secondProof(inside, tx, { account, code: input.code ?? '' }) : 'wrong-password'
    if (typeof proof === 'string') return wrong(inside, tx, { account, counter, code: proof })
    await attempts.forgetFailures(tx, { keys: [counter.typedKey, ...keysOf(account)], source: counter.source })
    return confirmed(inside, tx, { id, sessionUid, events: proof })
  })
}

const secondProof = async (ctx: Ctx, tx: Tx, { account, code }: { account: Account; code: string }) => {
  if (!(await hasApp(tx, account.id))) return []
  const tried = await tryAppCode(ctx, tx, { userId: account.id, code })
  if (tried === 'wrong') return 'wrong-code'
  return tried === 'too-many' ? 'locked-out' : tried.events
}

type FailedProof = { account: Account; counter: attempts.Counter; code: NonNullable<Answer['code']> }

/** Counts as a failed sign-in, and the last that is allowed locks: a session that was left open guesses no password. */
const wrong = async (ctx: Ctx, tx: Tx, { account, counter, code }: FailedProof): Promise<Change<Answer>> => {
  const counted = await attempts.countFailure(tx, { ...counter, ...lockNow(ctx), counts: 'both' })
  const lock = lockOf(counted.account, lockNow(ctx))
  return lock === 'none' ? failed(account, code) : failed(account, 'locked-out', { lock, brought: lock })
}

const reasons = {
  'wrong-password': 'Incorrect username or password',
  'wrong-code': 'Invalid code',
} as const

const failed = (
  account: Account,
  code: NonNullable<Answer['code']>,
  { lock, brought = 'none' }: { lock?: Exclude<Lock, 'none'>; brought?: Lock } = {},
): Change<Answer> => {
  const result = ({ none: 'Failure', temporary: 'UserLocked', permanent: 'FullUserLocked' } as const)[brought]
  const type = brought === 'none' ? signInEvents.failed : signInEvents.locked
  const errors: LoginErrors = code === 'locked-out' ? lockMessages(lock ?? 'temporary') : [reasons[code]]
  const reason = reasonOf(errors)
  return {
    result: { success: false, errors: [...errors], code },
    events: [signInEvent(type, { account, typedName: account.userName, result, reason, provider: 'Local' })],
  }
}

type Session = { id: string; sessionUid: string; events: readonly AuditEvent[] }

const confirmed = async (ctx: Ctx, tx: Tx, { id, sessionUid, events }: Session): Promise<Change<Outcome>> => {
  await confirmSession(tx, { uid: sessionUid, userId: id, now: ctx.now })
  return {
    result: { success: true, errors: [] },
    events: [signInEvents.sessionConfirmed({ subject: id }), ...events],
  }
}
