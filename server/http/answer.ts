// The only place where HTTP meets a use case: admit, read, run, answer.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint, RawAnswer } from '#contract/kernel/endpoint.ts'
import { isProven, mayCall } from '#server/kernel/authorize.ts'
import type { Actor, Committed, Ctx, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Progress } from '#server/kernel/use-case.ts'
import type { UploadResult } from './upload.ts'
import { refuseMissingMembers } from './json-patch.ts'
import { bodyOf } from './compressed.ts'
import { type Ask, isLong, sendLong, type Show } from './long-list.ts'
import { streamed } from './streamed.ts'
import { asCodes, invalid, issuesOf } from '#server/kernel/issue.ts'

export type Run = (
  ctx: Ctx | ReadCtx,
  call: { params: unknown; query: unknown; input: unknown; progress: Progress } & UploadResult,
) => Promise<unknown>

export const changes = ({ method, writes }: AnyEndpoint) => method !== 'GET' || writes === true

/** Anyone who impersonates somebody looks, and changes nothing (docs/decisions/0014). */
export const admit = (endpoint: AnyEndpoint, actor: Actor) => {
  const { access } = endpoint
  if (access === 'anyone') return
  if (actor.kind !== 'user') throw new Refusal('not-signed-in', 401)
  if (!mayCall(access, actor)) throw new Refusal('permission-missing', 403)
  if (actor.impersonator && changes(endpoint)) throw new Refusal('acting-for-somebody', 403)
}

const isDangerous = ({ stepUp }: AnyEndpoint, input: unknown) => {
  if (typeof stepUp !== 'string') return stepUp === true
  const filled = typeof input === 'object' && input !== null ? Reflect.get(input, stepUp) : undefined
  return filled !== undefined && filled !== null && filled !== ''
}

/** Once the call is known to be right: nobody proves who they are for a form that comes back. */
export const refuseUnproven = (endpoint: AnyEndpoint, { actor, now }: { actor: Actor; now: Date }, input: unknown) => {
  if (isDangerous(endpoint, input) && !isProven({ actor, now })) throw new Refusal('step-up-needed', 403)
}

/**
 * 400 with the path of every faulty field. JSON members of other case are found too where the contract is PascalCase
 * (A-137).
 */
export const read = (endpoint: AnyEndpoint, request: FastifyRequest) => {
  refuseMissingMembers(endpoint, request)
  const params = endpoint.params?.safeParse(request.params, asCodes)
  const query = endpoint.query?.safeParse(request.query, asCodes)
  const input = endpoint.input?.safeParse(inContractCase(endpoint, request.body), asCodes)
  const issues = [params, query, input].flatMap((part) => issuesOf(part?.error))
  if (issues.length > 0) throw invalid(...issues)
  return { params: params?.data, query: query?.data, input: input?.data }
}

const inContractCase = ({ input }: AnyEndpoint, body: unknown): unknown => {
  const capitals =
    input && 'shape' in input ? Object.keys(input.shape as object).filter((name) => /^[A-Z]/.test(name)) : []
  if (capitals.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      capitals.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key,
      value,
    ]),
  )
}

/** `$select`: of each item of a list, the fields that were asked for (R7.1-04). */
const selected = (answer: unknown, fields: readonly string[] | undefined) => {
  if (!fields || typeof answer !== 'object' || answer === null) return answer
  const pick = (item: unknown) =>
    Object.fromEntries(Object.entries(item as object).filter(([name]) => fields.includes(name)))
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      (name === 'items' || name === 'value') && Array.isArray(value) ? value.map(pick) : value,
    ]),
  )
}

const isRaw = (value: unknown): value is RawAnswer =>
  typeof value === 'object' && value !== null && 'raw' in value && value.raw === true

type Exchange = { request: FastifyRequest; reply: FastifyReply; select?: readonly string[] | undefined }

/** Only what the output schema promises leaves the server. */
const shown = (endpoint: AnyEndpoint, result: unknown, select: Exchange['select']) => {
  if ('raw' in endpoint.output) throw new TypeError(`${endpoint.path} promised ${endpoint.output.raw}`)
  return selected(endpoint.output.parse(result), select)
}

/** `result` is the first piece of a list that is longer than one answer should be, or all there is. */
export const sendWhole = (
  endpoint: AnyEndpoint,
  exchange: Exchange,
  { result, query, ask }: { result: unknown; query: unknown; ask: Ask },
) => {
  if (!isLong(endpoint, query)) return send(endpoint, exchange, result)
  const show: Show = (page) => shown(endpoint, page, exchange.select) as ReturnType<Show>
  return sendLong(exchange.reply, show(result), { query, ask, show })
}

const send = async (endpoint: AnyEndpoint, { request, reply, select }: Exchange, done: unknown) => {
  const result = changes(endpoint) ? (done as Committed<unknown>).result : done
  if (isRaw(result)) return sendRaw(request, reply, result)
  reply.header('cache-control', 'no-store')
  const body = await bodyOf(endpoint, { request, reply }, JSON.stringify(shown(endpoint, result, select)))
  return reply.type('application/json; charset=utf-8').send(body)
}

/**
 * A long action whose caller wants to hear of it on the way. What is refused before the first line is refused
 * as usual.
 */
export const sendStreamed = async (
  endpoint: AnyEndpoint,
  { reply, failed }: Exchange & { failed: (error: unknown) => void },
  run: (progress: Progress) => Promise<unknown>,
) => {
  const lines = await streamed(
    async (progress) => endpoint.output.parse(((await run(progress)) as Committed<unknown>).result),
    failed,
  )
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return reply.type('text/event-stream; charset=utf-8').send(Readable.from(lines, { objectMode: false }))
}

const isIterable = (body: unknown): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

const sendRaw = (request: FastifyRequest, reply: FastifyReply, { status = 200, headers = {}, body }: RawAnswer) => {
  if (!headers['cache-control']) reply.header('cache-control', 'no-store')
  reply.headers(headers)
  if (headers['etag'] && request.headers['if-none-match'] === headers['etag']) return reply.code(304).send()
  if (isIterable(body)) return reply.code(status).send(Readable.from(body, { objectMode: false }))
  return reply.code(status).send(body ?? '')
}
