// The contract as routes, below `/api/v1` and `/identity/api/v1` alike.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint, Method } from '#contract/kernel/endpoint.ts'
import type { Actor, Ctx, ReadCtx, Reads, Services } from '#server/kernel/context.ts'
import { committer, type Ledger } from '#server/kernel/commit.ts'
import type { BeforeUpload, Feature } from '#server/kernel/use-case.ts'
import { type AnonymousLimit, isLimited } from './anonymous-limit.ts'
import { admit, read, type Run, sendStreamed, sendWhole } from './answer.ts'
import { firstPiece } from './long-list.ts'
import { type Refused, rememberRefusals } from './refusals.ts'
import { readUpload, refuseOtherForms } from './upload.ts'
import { refuseForeignPages, visitOf } from './visit.ts'

export const apiPrefixes = ['/api/v1', '/identity/api/v1'] as const

export type ApiOptions = {
  readonly features: readonly Feature[]
  readonly db: Reads
  readonly ledger: Ledger
  readonly services: Services
  readonly now: () => Date
  readonly newId: () => string
  /** Who holds a bearer token, or nobody. */
  readonly authenticate: (token: string) => Promise<Actor | undefined>
  /** Told of what went wrong where no answer can tell it any more. */
  readonly failed: (error: unknown) => void
  readonly limit: AnonymousLimit
  /** Told of every answer. */
  readonly answered: (actor: Actor, call: { method: string; apiEntry: string; ip: string; statusCode: number }) => void
}

const nobody: Actor = { kind: 'anonymous' }

const actorOf = async (request: FastifyRequest, { authenticate }: ApiOptions): Promise<Actor> => {
  const authorization = request.headers.authorization
  const token = authorization && /^Bearer ([\x21-\x7e]{1,2000})$/i.exec(authorization)?.[1]
  return (token && (await authenticate(token))) || nobody
}

export const registerApi = (app: FastifyInstance, options: ApiOptions) => {
  const refused = rememberRefusals(options.failed)
  for (const feature of options.features)
    for (const [name, endpoint] of Object.entries(feature.endpoints)) {
      const onRequest = isLimited(endpoint) ? [options.limit] : []
      const beforeUpload = feature.beforeUpload?.[name]
      const answering = handler(endpoint, feature.useCases[name] as Run, { ...options, refused, beforeUpload })
      for (const prefix of apiPrefixes) registerRoutes(app, prefix + endpoint.path, endpoint, { handler: answering, onRequest })
    }
}

type Answering = { handler: ReturnType<typeof handler>; onRequest: AnonymousLimit[] }

const registerRoutes = (app: FastifyInstance, url: string, endpoint: AnyEndpoint, answering: Answering) => {
  for (const method of methodsOf(endpoint))
    // A HEAD changes nothing (RFC 9110 §9.2.1; T51).
    app.route({ method, url, exposeHeadRoute: method === 'GET' && !endpoint.writes, ...answering })
}

/** A GET that changes state answers POST too. */
const methodsOf = (endpoint: AnyEndpoint): Method[] =>
  endpoint.writes && endpoint.method === 'GET' && endpoint.access !== 'anyone' ? ['GET', 'POST'] : [endpoint.method]

const wantsEvents = ({ headers }: FastifyRequest) => headers.accept?.includes('text/event-stream') ?? false

const handler = (endpoint: AnyEndpoint, run: Run, options: ApiOptions & { refused: Refused; beforeUpload: BeforeUpload | undefined }) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { db, ledger, services, newId } = options
  refuseForeignPages(request, endpoint, services.settings)
  const actor = await actorOf(request, options)
  reply.raw.once('finish', () => options.answered(actor, { method: request.method, apiEntry: `/api/v1${endpoint.path}`, ip: request.ip, statusCode: reply.raw.statusCode }))
  const now = options.now()
  const visit = visitOf(request, reply, endpoint, services.settings)
  const ctx: Ctx = { actor, now, db, visit, services, newId, commit: committer(ledger, { actor, now, visit }) }
  try {
    return await answered({ endpoint, run, failed: options.failed, beforeUpload: options.beforeUpload }, { request, reply }, ctx)
  } catch (error) {
    await options.refused(ctx, error, request.url.split('?')[0] ?? '')
    throw error
  }
}

type Asked = { endpoint: AnyEndpoint; run: Run; failed: ApiOptions['failed']; beforeUpload: BeforeUpload | undefined }

const answered = async ({ endpoint, run, failed, beforeUpload }: Asked, { request, reply }: { request: FastifyRequest; reply: FastifyReply }, ctx: Ctx) => {
  if (!endpoint.upload) refuseOtherForms(request)
  admit(endpoint, ctx.actor)
  const asked = read(endpoint, request)
  if (beforeUpload) await beforeUpload(ctx, asked)
  const who = ctx.actor.kind === 'user' ? ctx.actor.id : request.ip
  const call = { ...asked, ...(endpoint.upload && { file: await readUpload(request, endpoint.upload, who) }) }
  const { select } = (call.query ?? {}) as { select?: readonly string[] }
  const mine = contextFor(endpoint, ctx)
  if (endpoint.streams && wantsEvents(request)) return sendStreamed(endpoint, { request, reply, select, failed }, (progress) => run(mine, { ...call, progress }))
  const ask = (query: unknown) => run(mine, { ...call, query, progress: () => undefined })
  const result = await ask(firstPiece(endpoint, call.query))
  if (endpoint.records) await recordRead(ctx, endpoint.records, call)
  return sendWhole(endpoint, { request, reply, select }, { result, query: call.query, ask })
}

/** Who looked at what: as a fact, before the answer leaves. */
const recordRead = (ctx: Ctx, operation: string, { params, query }: { params: unknown; query: unknown }) => {
  const [subject = '-'] = Object.values((params ?? {}) as Record<string, unknown>).map(String)
  return ctx.commit(async () => ({ result: undefined, facts: [{ type: 'data.read', subject, operation, after: query }] }))
}

/** A read is given nothing to write with. */
const contextFor = ({ method, writes }: AnyEndpoint, ctx: Ctx): Ctx | ReadCtx => {
  const { actor, now, db, visit, services } = ctx
  return method === 'GET' && writes !== true ? { actor, now, db, visit, services } : ctx
}
