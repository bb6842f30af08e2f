// What attacks on the whole contract share: every endpoint, somebody of each role, one thing of each kind to aim at,
// and a call of each endpoint that is right in every way.
import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { features } from '#server/features.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { addressOf } from './addresses.ts'
import type { Bearer } from './cast.ts'
import { rightBodies } from './right-bodies.ts'
import type { Target } from './target.ts'

export type NamedEndpoint = { readonly name: string; readonly endpoint: AnyEndpoint }

export const every: readonly NamedEndpoint[] = features.flatMap((feature) =>
  Object.entries(feature.endpoints).map(([name, endpoint]) => ({
    name: `${feature.name}.${name}`,
    endpoint: endpoint as AnyEndpoint,
  })),
)

/**
 * Lists are those whose query has what all lists have. What is asked like one and goes on in the background answers no
 * rows.
 */
export const isList = ({ endpoint }: NamedEndpoint) =>
  endpoint.query?.safeParse({}).data?.take === 10 && !endpoint.writes && endpoint.method === 'GET'

export type { Target }

export const rightBody = (
  { name, endpoint }: NamedEndpoint,
  target: Target,
  unique = randomUUID().slice(0, 8),
): Record<string, unknown> => {
  const made = rightBodies[name]?.(target, unique) ?? endpoint.example?.(unique)
  if (!made) throw new Error(`${name} has neither an example in the contract nor a body in right-bodies.ts`)
  return made
}

type CallInput = {
  target: Target
  as?: Bearer | undefined
  body?: unknown
  query?: string
  headers?: Record<string, string>
}

/** A form with a file that no reader takes. */
const formWith = (name: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=----edge' },
  body: `------edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\nnothing\r\n------edge--\r\n`,
})

const sentTo = (named: NamedEndpoint, target: Target): { body?: unknown; headers?: Record<string, string> } => {
  const { upload, input } = named.endpoint
  if (upload) return formWith(`file${upload.accept[0]}`)
  return input === undefined ? {} : { body: rightBody(named, target) }
}

/** A call of an endpoint at a target; with a right body unless another is given. */
export const aim = (
  portico: TestPortico,
  named: NamedEndpoint,
  { target, as, body, query = '', headers }: CallInput,
) => {
  const sent = body === undefined ? sentTo(named, target) : { body }
  const address = `/api/v1${addressOf(named.endpoint, target)}`
  const join = address.includes('?') ? '&' : '?'
  return createBrowser(portico.origin).request(named.endpoint.method, query ? address + join + query : address, {
    ...sent,
    headers: { ...as, ...sent.headers, ...headers },
  })
}
