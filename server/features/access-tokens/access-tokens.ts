// Personal access tokens: one endpoint each of `contract/access-tokens.ts`.
import { randomBytes } from 'node:crypto'
import type { AccessToken, accessTokens } from '#contract/access-tokens.ts'
import { page } from '#contract/kernel/page.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { accessTokenEvents } from './access-tokens.events.ts'
import { directoryPrefix, hashOf, tokenPrefix } from './access-tokens.public.ts'
import {
  type AccessTokenRow,
  applicationForToken,
  deleteToken,
  insertToken,
  keepTenant,
  listTokens,
  renameToken,
  tokenById,
} from './access-tokens.store.ts'
import { invalid } from '#server/kernel/issue.ts'

type Api = typeof accessTokens

const shown = (row: AccessTokenRow): AccessToken => ({
  ...row,
  expiresAt: row.expiresAt.toISOString(),
  lastDateOfUse: row.lastDateOfUse?.toISOString() ?? null,
  createdOn: row.createdOn.toISOString(),
})

const found = (row: AccessTokenRow | undefined): AccessTokenRow => {
  if (!row) throw new Refusal('not-found', 404)
  return row
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count } = await listTokens(ctx.db, query, callerOf(ctx).id)
  return page(items.map(shown), count, query)
}

export const all: UseCase<Api['all']> = async (ctx, { query }) => {
  const { items, count } = await listTokens(ctx.db, query)
  return page(items.map(shown), count, query)
}

export const get: UseCase<Api['get']> = async (ctx, { params }) =>
  shown(found(await tokenById(ctx.db, { id: params.id, owner: callerOf(ctx).id })))

/** A token gives no other token: anyone who found one cannot outlive its revocation. */
const refuseTokens = ({ actor }: Ctx) => {
  if (actor.kind === 'user' && actor.token) throw new Refusal('permission-missing', 403)
}

const refuseUnknownTenant = async (tx: Tx, tenantId: string | null) => {
  if (tenantId && !(await keepTenant(tx, tenantId))) throw new Refusal('tenant-not-found', 404, { field: 'tenantId' })
}

export const create: UseCase<Api['create']> = async (ctx, { input }) => {
  refuseTokens(ctx)
  const owner = callerOf(ctx).id
  const expiresOn = new Date(input.expiresAt)
  if (!(expiresOn > ctx.now)) throw invalid({ field: 'expiresAt', code: 'expiry-in-the-past' })
  const applicationId = await applicationForToken(ctx.db, input.applicationName)
  if (applicationId === undefined) throw new Refusal('application-not-found', 404, { field: 'applicationName' })
  const tenantId = input.tenantId ?? null
  if (tenantId && input.applicationName !== 'identity')
    throw new Refusal('application-not-found', 404, { field: 'applicationName' })
  const token = (tenantId ? directoryPrefix : tokenPrefix) + randomBytes(32).toString('base64url')
  const id = ctx.newId()
  return ctx.commit(async (tx) => {
    await refuseUnknownTenant(tx, tenantId)
    await insertToken(tx, {
      id,
      name: input.name,
      applicationId,
      owner,
      now: ctx.now,
      expiresOn,
      hash: hashOf(token),
      prefix: token.slice(0, 10),
      tenantId,
    })
    const made = shown(found(await tokenById(tx, { id, owner })))
    return { result: { ...made, token }, events: [accessTokenEvents.created({ subject: id, after: made })] }
  })
}

const renameTo = (ctx: Ctx, id: string, name: string | undefined) =>
  ctx.commit(async (tx) => {
    const owner = callerOf(ctx).id
    const before = shown(found(await tokenById(tx, { id, owner })))
    await renameToken(tx, { id, name: name ?? before.name })
    const after = shown(found(await tokenById(tx, { id, owner })))
    return { result: after, events: [accessTokenEvents.changed({ subject: id, before, after })] }
  })

export const rename: UseCase<Api['rename']> = (ctx, { params, input }) => renameTo(ctx, params.id, input.name)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => renameTo(ctx, params.id, input.name)

export const revoke: UseCase<Api['revoke']> = (ctx, { params }) => {
  const owner = hasRole(ctx, 'God') ? undefined : callerOf(ctx).id
  return ctx.commit(async (tx) => {
    const before = shown(found(await tokenById(tx, { id: params.id, owner })))
    await deleteToken(tx, params.id)
    return { result: {}, events: [accessTokenEvents.revoked({ subject: params.id, before })] }
  })
}
