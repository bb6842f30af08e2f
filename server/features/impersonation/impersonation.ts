// Acting as somebody else (A-77, R7.11-07, R7.11-08): God only, where the installation allows it, never as another God,
// for an hour at most. Nothing is changed meanwhile: `answer` refuses it (docs/decisions/0014).
import type { impersonation } from '#contract/impersonation.ts'
import type { RawAnswer } from '#contract/kernel/endpoint.ts'
import { wasAssigned } from '#server/features/effective-access/effective-access.public.ts'
import {
  insertSession,
  personOfSession,
  sessionByUid,
  type SessionPayload,
  takeUpSession,
} from '#server/features/sessions/sessions.public.ts'
import {
  home,
  insertImpersonationLink,
  newSecret,
  secretHash,
  spendImpersonationLink,
} from '#server/features/sign-in/sign-in.public.ts'
import { type Account, accountById } from '#server/features/accounts/accounts.public.ts'
import type { Ctx, Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { impersonationEvents } from './impersonation.events.ts'
import * as store from './impersonation.store.ts'

export type Api = typeof impersonation

const linkSeconds = 60

const mostSeconds = 3600

export const redirect = (to: string): RawAnswer => ({ raw: true, status: 302, headers: { location: to } })

export const enabled: UseCase<Api['enabled']> = async (ctx) => ({ enabled: ctx.services.settings.identifyAs })

/** Somebody who may sign in, and is no God. */
const target = async (db: Db, id: string): Promise<Account> => {
  const account = await accountById(db, id)
  if (!account) throw new Refusal('user-not-found', 404)
  if (await wasAssigned(db, { userId: id, roleNames: ['God'] })) throw new Refusal('identify-as-god', 403)
  if (account.draft || account.locked) throw new Refusal('identify-as-locked', 409)
  return account
}

export const identifyAs: UseCase<Api['identifyAs']> = async (ctx, { params }) => {
  const {
    actor,
    services: { settings },
  } = ctx
  if (!settings.identifyAs) throw new Refusal('identify-as-disabled', 403)
  // A personal access token has no browser that could go there.
  if (actor.kind !== 'user' || !actor.sessionUid) throw new Refusal('permission-missing', 403)
  const { sessionUid } = actor
  const account = await target(ctx.db, params.id)
  const token = newSecret()
  return ctx.commit(async (tx) => {
    await insertImpersonationLink(tx, {
      tokenHash: secretHash(token),
      userId: account.id,
      sessionUid,
      now: ctx.now,
      expiresOn: new Date(ctx.now.getTime() + linkSeconds * 1000),
    })
    return {
      result: {
        success: true,
        errors: [],
        redirectTo: `${new URL(settings.identityUrl).pathname}/api/v1/account/identifyAs/${token}`,
      },
      events: [impersonationEvents.requested({ subject: account.id, after: { userName: account.userName } })],
    }
  })
}

export const ownSession = async (ctx: ReadCtx, db: Db) => {
  const secret = ctx.requestInfo.cookies[ctx.services.settings.sessionCookie]
  const person = secret ? await personOfSession(db, secret) : undefined
  return secret && person ? { secret, ...person } : undefined
}

type Own = NonNullable<Awaited<ReturnType<typeof ownSession>>>

/** Never longer than the session that it hangs on. */
const impersonationSession = (
  ctx: Ctx,
  { own, of, account, secret }: { own: Own; of: SessionPayload | undefined; account: Account; secret: string },
) => {
  const seconds = Math.floor(ctx.now.getTime() / 1000)
  const exp = Math.min(seconds + mostSeconds, of?.exp ?? seconds)
  const uid = newSecret()
  const payload = {
    kind: 'Session',
    uid,
    iat: seconds,
    exp,
    accountId: account.id,
    loginTs: seconds,
    amr: of?.['amr'],
    acr: of?.['acr'],
    transient: true,
  }
  return {
    secret,
    payload,
    userId: account.id,
    securityStamp: account.securityStamp,
    provider: 'Local' as const,
    persistent: false,
    ip: ctx.requestInfo.ip,
    userAgent: ctx.requestInfo.userAgent,
    now: ctx.now,
    impersonator: { id: own.userId, sessionUid: own.sessionUid },
  }
}

/** The session of the God waits under an identifier that nobody has; both have a new one when it is over (T13). */
export const begin: UseCase<Api['begin']> = async (ctx, { params }) => {
  const { settings } = ctx.services
  const secret = newSecret()
  const done = await ctx.commit<RawAnswer>(async (tx) => {
    const own = await ownSession(ctx, tx)
    if (!settings.identifyAs || !own?.roles.includes('God') || own.impersonator)
      throw new Refusal('identify-as-over', 409)
    const of = await sessionByUid(tx, own.sessionUid)
    const link = await spendImpersonationLink(tx, {
      tokenHash: secretHash(params.token),
      sessionUid: own.sessionUid,
      now: ctx.now,
    })
    if (!link) throw new Refusal('identify-as-over', 409)
    const account = await target(tx, link.userId)
    const { id: userId, userName } = account
    const session = impersonationSession(ctx, { own, of, account, secret })
    await takeUpSession(tx, { uid: own.sessionUid, secret: newSecret(), now: ctx.now })
    await insertSession(tx, session)
    await store.insert(tx, { sessionUid: session.payload.uid, impersonatorId: own.userId, userId, now: ctx.now })
    const event = impersonationEvents.started({
      subject: userId,
      actor: { id: own.userId, name: own.userName },
      after: { userName, until: new Date(session.payload.exp * 1000) },
    })
    return { result: redirect(home(ctx)), events: [event] }
  })
  ctx.requestInfo.setCookie(settings.sessionCookie, secret, {})
  return done
}
