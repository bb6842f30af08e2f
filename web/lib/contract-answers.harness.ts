// Played servers answer through the contract, as the server does. A spec says of an answer what matters to it; the
// endpoint's output schema completes the rest. What the schema refuses or does not know is no answer of the server's,
// and neither is a refusal without a code that has a text: the spec fails when its harness is closed. What something
// before the server says is played as what it is, a text.
import { z } from 'zod'
import { Problem } from '#contract/kernel/answer.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import texts from '../locales/en/refusals.json'
import { complete, faultsOf } from './schema-samples.harness.ts'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../../contract/*.ts', { eager: true })

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .flatMap((set) => (typeof set === 'object' && set !== null ? Object.values(set) : []))
  .filter(isEndpoint)

const fits = (pattern: string, path: string) => {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => part.startsWith(':') || part.toLowerCase() === parts[at]?.toLowerCase())
  )
}

const parametersOf = ({ path }: AnyEndpoint) => path.split('/:').length

/** `/admin/applications/homeInfo` is no number of an application: the fewest parameters win. */
const endpointAt = (method: string, path: string) =>
  endpoints
    .filter((endpoint) => endpoint.method === method && fits(endpoint.path, path))
    .toSorted((one, other) => parametersOf(one) - parametersOf(other))[0]

/** Below `/api/v1` and `/identity/api/v1` alike; other addresses are not the contract's. */
const pathOf = (pathname: string) => /^(?:\/identity)?\/api\/v1(?<path>\/.*)/.exec(pathname)?.groups?.path

const impossible = new Set<string>()

/** When the stage is closed. */
export const expectPossible = () => {
  const faults = [...impossible]
  impossible.clear()
  if (faults.length > 0) throw new Error(`The server never answers this:\n${faults.join('\n')}`)
}

/** What the server says where a spec says no more than the status. */
const codesOfStatus: Readonly<Record<number, string>> = {
  401: 'not-signed-in',
  403: 'permission-missing',
  404: 'not-found',
  429: 'too-many-requests',
  500: 'unknown',
  503: 'busy',
}

const textOfCode: ReadonlyMap<string, string> = new Map([['unknown', 'Unknown error'], ...Object.entries(texts)])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a spec leaves out: the status alone says the code, and the code its words. */
const withWords = (status: number, body: unknown) => {
  if (!isRecord(body)) return body
  const saysNothing = !['code', 'message', 'messages', 'errors'].some((member) => member in body)
  const code = saysNothing ? codesOfStatus[status] : body['code']
  const data = isRecord(body['data']) ? body['data'] : {}
  const message = textOfCode.get(String(code))?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name]))
  return message === undefined ? body : { code, message, messages: [message], ...body }
}

/** Each refusal has a code that the pages have a text for, and so has what it says of each field. */
const codeFaults = (status: number, refusal: unknown) => {
  const read = Problem.safeParse(refusal)
  if (!read.success) return []
  const { code, errors } = read.data
  return [
    ...(textOfCode.has(code) && (code === 'unknown') === (status === 500) ? [] : [`code: “${code}” is no refusal`]),
    ...errors.flatMap((error) =>
      textOfCode.has(error.code) ? [] : [`errors: “${error.code}” says nothing of ${error.field}`],
    ),
  ]
}

const answered = (endpoint: AnyEndpoint, body: unknown) => {
  if ('raw' in endpoint.output) return { whole: body, faults: [`is ${endpoint.output.raw}, not JSON`] }
  const whole = complete(endpoint.output, body)
  return { whole, faults: faultsOf(endpoint.output, whole) }
}

const refused = (status: number, body: unknown) => {
  const schema = Problem.extend({ status: z.literal(status) })
  const whole = complete(schema, withWords(status, body))
  return { whole, faults: [...faultsOf(schema, whole), ...codeFaults(status, whole)] }
}

const completed = (endpoint: AnyEndpoint, status: number, body: unknown) => {
  const { whole, faults } = status < 400 ? answered(endpoint, body) : refused(status, body)
  for (const fault of faults) impossible.add(`${endpoint.method} ${endpoint.path} ${status}: ${fault}`)
  return whole
}

type CallAddress = { readonly method: string; readonly pathname: string }

/** As the server would send it. What is not JSON stays as it is: a text, a file, a stream, a page of a proxy. */
export const asContracted = async ({ method, pathname }: CallAddress, response: Response): Promise<Response> => {
  const path = pathOf(pathname)
  if (!path || !response.headers.get('content-type')?.includes('json')) return response
  const { status, headers } = response
  const endpoint = endpointAt(method, path)
  if (!endpoint) {
    impossible.add(`${method} ${path} is not in the contract`)
    return response
  }
  return new Response(JSON.stringify(completed(endpoint, status, await response.json())), { status, headers })
}
