// Played servers answer through the contract, as the server does. A spec says of an answer what matters to it; the
// endpoint's output schema completes the rest. What the schema refuses or does not know is no answer of the server's:
// the spec fails when its harness is closed.
import { z } from 'zod'
import { Problem } from '#contract/kernel/answer.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
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

/** When the harness is closed. */
export const expectPossible = () => {
  const faults = [...impossible]
  impossible.clear()
  if (faults.length > 0) throw new Error(`The server never answers this:\n${faults.join('\n')}`)
}

const completed = (endpoint: AnyEndpoint, status: number, body: unknown) => {
  const route = `${endpoint.method} ${endpoint.path} ${status}`
  if (status < 400 && 'raw' in endpoint.output) {
    impossible.add(`${route}: is ${endpoint.output.raw}, not JSON`)
    return body
  }
  const schema = status < 400 ? endpoint.output : Problem.extend({ status: z.literal(status) })
  const whole = complete(schema, body)
  for (const fault of faultsOf(schema, whole)) impossible.add(`${route}: ${fault}`)
  return whole
}

type Called = { readonly method: string; readonly pathname: string }

/** As the server would send it. What is not JSON stays as it is: a text, a file, a stream, a page of a proxy. */
export const asContracted = async ({ method, pathname }: Called, response: Response): Promise<Response> => {
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
