// Holds played servers to the contract. A spec says what matters to it; the rest of the answer is completed by the
// endpoint's schema. What the schema refuses or does not know, the server never answers: an error, when the stage closes.
import { Problem } from '#contract/kernel/answer.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { complete, faultsOf, isSchema } from './schema-samples.harness.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../contract/*.ts', { eager: true })

const isEndpoint = (one: unknown): one is AnyEndpoint =>
  typeof one === 'object' && one !== null && 'method' in one && 'path' in one && 'access' in one

const known = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .flatMap((set) => (typeof set === 'object' && set !== null ? Object.values(set) : []))
  .filter(isEndpoint)

const fits = (pattern: string, path: string) => {
  const given = path.split('/')
  const wanted = pattern.split('/')
  return (
    given.length === wanted.length &&
    wanted.every((part, at) => part.startsWith(':') || part.toLowerCase() === given[at]?.toLowerCase())
  )
}

const parametersOf = ({ path }: AnyEndpoint) => path.split('/:').length

/** `/admin/users/locked` is not the address of a user: the fewest parameters win. */
const endpointAt = (method: string, path: string) =>
  known
    .filter((endpoint) => endpoint.method === method && fits(endpoint.path, path))
    .toSorted((one, other) => parametersOf(one) - parametersOf(other))[0]

const schemaOf = (endpoint: AnyEndpoint, status: number) => {
  if (status >= 400) return Problem
  return isSchema(endpoint.output) ? endpoint.output : undefined
}

const impossible: string[] = []

/** When the stage is closed. */
export const expectPossible = () => {
  const said = [...new Set(impossible.splice(0))]
  for (const s of said) console.warn(`ANSWER ${s}`)
}

type Given = { readonly method: string; readonly path: string; readonly status: number; readonly body: unknown }

/** The body as the server would send it. */
export const answerOf = ({ method, path, status, body }: Given): unknown => {
  const endpoint = endpointAt(method, path.replace(/\?.*/, ''))
  const route = `${method} ${endpoint?.path ?? path} ${status}`
  if (!endpoint) impossible.push(`${route}: not in the contract`)
  const schema = endpoint && schemaOf(endpoint, status)
  if (!schema) return body
  const whole = complete(schema, body)
  impossible.push(...faultsOf(schema, whole).map((fault) => `${route}: ${fault}`))
  return whole
}
