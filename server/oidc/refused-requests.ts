// What is refused before the provider is asked: parameters in two places, an empty secret, pages of unknown origins.
import type { FastifyRequest } from 'fastify'

/** Origins of the registered redirect addresses. */
export type Origins = () => Promise<ReadonlySet<string>>

/** Called by scripts with a token or a secret; the rest are pages, and documents that are everybody's. */
const calledByScripts = /^\/identity\/connect\/(token|userinfo|revocation|introspect)(?=[/?]|$)/i

export type RefusedRequest = {
  readonly status: number
  readonly error: string
  readonly error_description: string
  /** The name under which an application came without a secret; not for the answer. */
  readonly nobody?: string
}

export const refusalOf = async (request: FastifyRequest, origins: Origins): Promise<RefusedRequest | undefined> => {
  const { method, url, headers } = request
  // A parameter in the body would hide another one in the address (RFC 6749 §3.1: none is given twice; T3).
  if (method === 'POST' && url.includes('?'))
    return { status: 400, error: 'invalid_request', error_description: 'parameters belong into the body' }
  const nobody = withoutSecret(headers.authorization)
  if (nobody !== undefined)
    return { status: 401, error: 'invalid_client', error_description: 'client authentication failed', nobody }
  if (headers.origin === undefined || !calledByScripts.test(url) || (await origins()).has(headers.origin))
    return undefined
  return { status: 403, error: 'invalid_request', error_description: 'this origin is not registered' }
}

/** RFC 6749 §5.2: anyone who tried to authenticate with the header and failed is answered 401 (T19). */
const withoutSecret = (authorization: string | undefined) => {
  const sent = /^Basic\s*(.*)$/i.exec(authorization ?? '')?.[1]
  if (sent === undefined) return undefined
  const pair = Buffer.from(sent, 'base64').toString()
  return /^[^:]+:./.test(pair) ? undefined : (pair.split(':')[0] ?? '').slice(0, 200)
}
