// What is refused before the provider is asked: parameters in two places, and pages of origins that nobody registered.
import type { FastifyRequest } from 'fastify'

/** Origins of the registered redirect addresses. */
export type Origins = () => Promise<ReadonlySet<string>>

/** Called by scripts with a token or a secret; the rest are pages, and documents that are everybody's. */
const calledByScripts = /^\/identity\/connect\/(token|userinfo|revocation|introspect)(?=[/?]|$)/i

export type Closed = { readonly status: number; readonly error: string; readonly error_description: string }

export const closedTo = async (request: FastifyRequest, origins: Origins): Promise<Closed | undefined> => {
  const { method, url, headers } = request
  // A parameter in the body would hide another one in the address (RFC 6749 §3.1: none is given twice; T3).
  if (method === 'POST' && url.includes('?')) return { status: 400, error: 'invalid_request', error_description: 'parameters belong into the body' }
  if (headers.origin === undefined || !calledByScripts.test(url) || (await origins()).has(headers.origin)) return undefined
  return { status: 403, error: 'invalid_request', error_description: 'this origin is not registered' }
}
