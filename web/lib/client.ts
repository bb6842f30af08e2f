// Every request the browser makes. The path, the verb and both types come from the contract (R7.1-01, R7.1-02).
import type { AnyEndpoint, OutputOf, ParamsOf, RawAnswer, SentOf, SentQueryOf } from '#contract/kernel/endpoint.ts'
import { apiUrl } from './base.ts'
import { loadCodeTexts } from './code-texts.ts'
import { readCookie } from './cookie.ts'
import { CallProblem } from './problem.ts'
import { timeoutOf } from './timeouts.ts'

type Empty = Record<never, never>
type Part<Name extends string, Value> = [Value] extends [undefined] ? Empty : { [K in Name]: Value }
/** The stamp of the preview that was seen: refused (412) where by now something else would happen. */
type PreviewStamp = { seen?: string | undefined }
type OwnArguments<E> = Part<'params', ParamsOf<E>> &
  ([SentQueryOf<E>] extends [undefined] ? Empty : { query?: SentQueryOf<E> }) &
  Part<'input', SentOf<E>> &
  (E extends { upload: { form: object } }
    ? { input: FormData }
    : E extends { upload: object }
      ? { file: File }
      : Empty) &
  (E extends { method: 'GET' } ? Empty : PreviewStamp) & { signal?: AbortSignal }
type IsAny<Value> = 0 extends 1 & Value ? true : false
/** What an endpoint takes. A widget that is handed any endpoint (`AnyEndpoint`) is handed what that takes as well. */
export type CallArguments<E> =
  IsAny<E extends { output: infer Output } ? Output : never> extends true ? CallOptions : OwnArguments<E>
export type Args<E> = Empty extends CallArguments<E> ? [given?: CallArguments<E>] : [given: CallArguments<E>]

/** An image or a file comes as a `File` under the server's name for it, a text as a text. */
export type AnswerOf<E> = OutputOf<E> extends RawAnswer ? string | File : OutputOf<E>

export type CallOptions = {
  params?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  input?: unknown
  file?: File
  signal?: AbortSignal
} & PreviewStamp

/** Who asks: handed over by the session. `denied` renews the sign-in and says whether trying again makes sense. */
type Credentials = {
  token(): Promise<string | undefined> | string | undefined
  denied(token: string | undefined, name: string): Promise<boolean>
  accepted(name: string): void
  /** Asks who one is; whether the refused call may be made again. */
  prove?(): Promise<boolean>
}
const nobody: Credentials = { token: () => undefined, denied: async () => false, accepted: () => {} }
let credentials = nobody
export const connect = (given: Credentials | undefined) => {
  credentials = given ?? nobody
}

export const addressOf = (endpoint: AnyEndpoint, { params = {}, query = {} }: CallOptions = {}) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return apiUrl(path) + (search && `?${search}`)
}

/** For `<img src>`: the address of an endpoint that anyone may read. */
export const sourceOf = <const E extends AnyEndpoint>(endpoint: E, ...[given]: Args<E>) =>
  addressOf(endpoint, given as CallOptions)

const bodyOf = ({ input, file }: CallOptions) => {
  if (!file) return input === undefined || input instanceof FormData ? input : JSON.stringify(input)
  const form = new FormData()
  form.set('file', file)
  return form
}

type AuthorizedCall = { token: string | undefined; accept: string }

const headersFor = ({ token, accept }: AuthorizedCall, { body, seen }: { body: unknown } & PreviewStamp) => {
  const headers = new Headers({ accept, 'accept-language': document.documentElement.lang || 'en' })
  const xsrf = readCookie('XSRF-TOKEN')
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (xsrf) headers.set('x-xsrf-token', xsrf)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
  if (seen) headers.set('if-match', `"${seen}"`)
  return headers
}

const send = async (endpoint: AnyEndpoint, given: CallOptions, asking: AuthorizedCall) => {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), timeoutOf(endpoint))
  const body = bodyOf(given)
  try {
    return await fetch(addressOf(endpoint, given), {
      method: endpoint.method,
      headers: headersFor(asking, { body, seen: given.seen }),
      body: body ?? null,
      signal: given.signal ? AbortSignal.any([given.signal, clock.signal]) : clock.signal,
    })
  } catch (error) {
    if (given.signal?.aborted) throw error
    throw new CallProblem(clock.signal.aborted ? 'timeout' : 'unreachable')
  } finally {
    clearTimeout(timer)
  }
}

const refusalOf = async (response: Response) => {
  const [body] = await Promise.all([response.json().catch(() => ({})), loadCodeTexts()])
  return new CallProblem('answered', response.status, body ?? {})
}

const rawOf = async (response: Response) => {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/')) return response.text()
  const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return new File([await response.blob()], name, { type })
}

/** R3.4-01: a list that comes the OData way is read as one of ours; whatever else comes stays as it is. */
const inItems = (body: unknown) => {
  if (typeof body !== 'object' || body === null || 'items' in body) return body
  const { value, '@odata.count': count, ...rest } = body as { value?: unknown; '@odata.count'?: number }
  return Array.isArray(value) ? { ...rest, items: value, count: count ?? value.length } : body
}

/** For what is no call: the hub. */
export const currentToken = async () => (await credentials.token()) ?? ''

/** An answer that was not refused, before it was read. */
export const respond = async (endpoint: AnyEndpoint, given: CallOptions, accept: string): Promise<Response> => {
  const name = `${endpoint.method} ${endpoint.path}`
  let token = await credentials.token()
  let response = await send(endpoint, given, { token, accept })
  while (response.status === 401 && (await credentials.denied(token, name))) {
    token = await credentials.token()
    response = await send(endpoint, given, { token, accept })
  }
  if (!response.ok) {
    const refusal = await refusalOf(response)
    if (refusal.code === 'step-up-needed' && (await credentials.prove?.())) return respond(endpoint, given, accept)
    throw refusal
  }
  if (token) credentials.accepted(name)
  return response
}

export const call = <const E extends AnyEndpoint>(endpoint: E, ...[given]: Args<E>): Promise<AnswerOf<E>> =>
  callWith(endpoint, (given ?? {}) as CallOptions)

/** Where the endpoint, and what it takes, are somebody else's: what is given is not compared with it. */
export const callWith = async <const E extends AnyEndpoint>(endpoint: E, given: CallOptions): Promise<AnswerOf<E>> => {
  const response = await respond(endpoint, given, 'application/json, */*;q=0.8')
  // The build keeps no output that is a schema (tools/lean-endpoints.ts).
  const { output }: { output?: E['output'] } = endpoint
  return (output?.raw ? rawOf(response) : response.json().then(inItems)) as Promise<AnswerOf<E>>
}
