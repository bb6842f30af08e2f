// What is refused before the provider is asked: parameters in two places, an empty secret, pages of unknown origins.
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
  if (hasNoSecret(headers.authorization)) return { status: 401, error: 'invalid_client', error_description: 'client authentication failed' }
  if (headers.origin === undefined || !calledByScripts.test(url) || (await origins()).has(headers.origin)) return undefined
  return { status: 403, error: 'invalid_request', error_description: 'this origin is not registered' }
}

/** RFC 6749 §5.2: whoever tried to authenticate with the header and failed is answered 401 (T19). */
const hasNoSecret = (authorization: string | undefined) => {
  const sent = /^Basic\s*(.*)$/i.exec(authorization ?? '')?.[1]
  return sent !== undefined && !/^[^:]+:./.test(Buffer.from(sent, 'base64').toString())
}
