// The contract as routes, below `/api/v1` and `/identity/api/v1` alike.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint, Method } from '#contract/kernel/endpoint.ts'
import { plainAddress } from '#server/kernel/plain-address.ts'
import type { Actor, Ctx, Db, ReadCtx, Reads, Services, Tx } from '#server/kernel/context.ts'
import { type ContextParts, createContext, inOneTransaction, type UnitOfWork } from '#server/kernel/commit.ts'
import { type BeforeUpload, type Feature, hasSlowWork } from '#server/kernel/use-case.ts'
import { type AnonymousLimit, isLimited } from './anonymous-limit.ts'
import { admit, changes, read, refuseUnproven, type Run, sendStreamed, sendWhole } from './answer.ts'
import { firstPiece } from './long-list.ts'
import { type Look, lookAt } from './recorded-looks.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type RecordRefusal, rememberRefusals } from './refusals.ts'
import { type ReviewedWrite, reviewedStamp } from './reviewed-write.ts'
import { readingAhead } from './reading-ahead.ts'
import { readUpload, refuseOtherForms } from './upload.ts'
import { refuseForeignPages, requestInfoOf } from './request-info.ts'

export const apiPrefixes = ['/api/v1', '/identity/api/v1'] as const

type ApiOptions = {
  readonly features: readonly Feature[]
  readonly db: Reads
  /** What a read gets: it cannot write. */
  readonly reads: Reads
  readonly unitOfWork: UnitOfWork
  readonly services: Services
  readonly now: () => Date
  readonly newId: () => string
  /** Who holds a bearer token, or nobody; read with `tx` where the answer must hold until it commits. */
  readonly authenticate: (token: string, tx?: Db) => Promise<Actor | undefined>
  /** Told of what went wrong where no answer can tell it any more. */
  readonly failed: (error: unknown) => void
  readonly limit: AnonymousLimit
  /** Does a write whose preview was seen, if it does just that (docs/decisions/0027). */
  readonly asReviewed: (ctx: Ctx, tx: Tx, reviewed: ReviewedWrite) => Promise<unknown>
  /** Told of who looked at what; an answer does not wait for it. */
  readonly looked: (look: Look) => void
  /** Told of every answer. */
  readonly answered: (actor: Actor, call: { method: string; apiEntry: string; ip: string; statusCode: number }) => void
}

const nobody: Actor = { kind: 'anonymous' }

const tokenOf = ({ headers: { authorization } }: FastifyRequest) =>
  (authorization && /^Bearer ([\x21-\x7e]{1,2000})$/i.exec(authorization)?.[1]) || undefined

const actorOf = async (token: string | undefined, { authenticate }: ApiOptions, tx?: Db): Promise<Actor> =>
  (token && (await authenticate(token, tx))) || nobody

export const registerApi = (app: FastifyInstance, options: ApiOptions) => {
  const refused = rememberRefusals(options.failed)
  for (const feature of options.features)
    for (const [name, endpoint] of Object.entries(feature.endpoints)) {
      const onRequest = isLimited(endpoint) ? [options.limit] : []
      const beforeUpload = feature.beforeUpload?.[name]
      const answering = handler(endpoint, feature.useCases[name] as Run, { ...options, refused, beforeUpload })
      for (const prefix of apiPrefixes)
        registerRoutes(app, prefix + endpoint.path, endpoint, { handler: answering, onRequest })
    }
}

type Route = { handler: ReturnType<typeof handler>; onRequest: AnonymousLimit[] }

const registerRoutes = (app: FastifyInstance, url: string, endpoint: AnyEndpoint, route: Route) => {
  // A HEAD changes nothing (RFC 9110 §9.2.1; T51).
  for (const method of methodsOf(endpoint))
    app.route({ method, url, exposeHeadRoute: method === 'GET' && !endpoint.writes, ...route })
}

/** A GET that changes state answers POST too. */
const methodsOf = (endpoint: AnyEndpoint): Method[] =>
  endpoint.writes && endpoint.method === 'GET' && endpoint.access !== 'anyone' ? ['GET', 'POST'] : [endpoint.method]

const wantsEvents = ({ headers }: FastifyRequest) => headers.accept?.includes('text/event-stream') ?? false

type Answering = { endpoint: AnyEndpoint; run: Run; options: ApiOptions & { beforeUpload: BeforeUpload | undefined } }

const handler =
  (endpoint: AnyEndpoint, run: Run, options: Answering['options'] & { refused: RecordRefusal }) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignPages(request, endpoint, options.services.settings)
    const token = tokenOf(request)
    const begun = readingAhead({ endpoint, run, db: options.reads }, request, token)
    const actor = await actorOf(token, options)
    reply.raw.once('finish', () => options.answered(actor, answeredCall(endpoint, request, reply)))
    const requestInfo = requestInfoOf(request, reply, `/api/v1${endpoint.path}`, options.services.settings)
    const { db, unitOfWork, services, newId, now: clock } = options
    const parts: ContextParts = { db, unitOfWork, services, newId, clock, actor, requestInfo }
    try {
      const authorize = authorizing(endpoint, (tx) => actorOf(token, options, tx))
      const kind = endpoint.access === 'anyone' ? 'row-locks' : 'serial'
      return await answered({ endpoint, run: begun, options }, { request, reply }, { ...parts, authorize, kind })
    } catch (error) {
      await options.refused(createContext({ ...parts, kind: 'row-locks' }), error, request.url.split('?')[0] ?? '')
      throw error
    }
  }

const answeredCall = ({ path }: AnyEndpoint, { method, ip }: FastifyRequest, { raw }: FastifyReply) => ({
  method,
  apiEntry: `/api/v1${path}`,
  ip: plainAddress(ip),
  statusCode: raw.statusCode,
})

/** Anyone who lost the right, or the session, a moment ago writes nothing: looked at again in the transaction. */
const authorizing = (endpoint: AnyEndpoint, again: (tx: Db) => Promise<Actor>): ContextParts['authorize'] => {
  if (endpoint.access === 'anyone') return undefined
  return async (tx) => {
    const actor = await again(tx)
    admit(endpoint, actor)
    return actor
  }
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

const answered = async ({ endpoint, run, options }: Answering, { request, reply }: Exchange, parts: ContextParts) => {
  const { failed } = options
  if (!endpoint.upload) refuseOtherForms(request)
  admit(endpoint, parts.actor)
  const input = read(endpoint, request)
  refuseUnproven(endpoint, { actor: parts.actor, now: parts.clock() }, input.input)
  await options.beforeUpload?.(forReading(parts, options), input)
  const uploaded = await uploadedWith(endpoint, request, parts.actor)
  const call = { ...input, ...uploaded }
  const { select } = (call.query ?? {}) as { select?: readonly string[] }
  const runIt = runner({ endpoint, run, options }, parts, reviewedStamp(request))
  if (endpoint.streams && wantsEvents(request))
    return sendStreamed(endpoint, { request, reply, select, failed }, (progress) => runIt({ ...call, progress }))
  const ask = (query: unknown) => runIt({ ...call, query, progress: () => undefined })
  const result = await ask(firstPiece(endpoint, call.query))
  if (endpoint.records) await recordLook(endpoint, lookAt(endpoint.records, parts, call), { parts, options })
  return sendWhole(endpoint, { request, reply, select }, { result, query: call.query, ask })
}

const uploadedWith = async ({ upload, beside }: AnyEndpoint, request: FastifyRequest, actor: Actor) =>
  upload && readUpload(request, { upload, beside }, actor.kind === 'user' ? actor.id : request.ip)

/** A write runs whole in one transaction, unless it has slow work to do; a read is given nothing to write with. */
const runner =
  ({ endpoint, run, options }: Answering, parts: ContextParts, stamp: string | undefined) =>
  (call: Parameters<Run>[1]) => {
    if (!changes(endpoint)) return run(forReading(parts, options), call)
    const slow = endpoint.access === 'anyone' || hasSlowWork(run)
    if (slow && stamp !== undefined) throw new Refusal('invalid', 400, { field: 'If-Match' })
    if (slow) return run(createContext(parts), call)
    return inOneTransaction(parts, (ctx, tx) => {
      const write = () => run(ctx, call)
      return stamp === undefined ? write() : options.asReviewed(ctx, tx, { endpoint, call, stamp, write })
    })
  }

const forReading = ({ actor, clock, requestInfo, services }: ContextParts, { reads }: ApiOptions): ReadCtx => ({
  actor,
  now: clock(),
  db: reads,
  requestInfo,
  services,
})

/** What is taken away as a file is recorded before it leaves; a list does not wait for it. */
const recordLook = async (
  { output }: AnyEndpoint,
  look: Look,
  { parts, options }: { parts: ContextParts; options: ApiOptions },
) => {
  if (!('raw' in output)) return options.looked(look)
  const ctx = createContext({ ...parts, authorize: undefined, kind: 'row-locks' })
  await ctx.commit(async () => ({ result: undefined, events: [look.event] }))
}
