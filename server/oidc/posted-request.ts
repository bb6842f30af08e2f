// OpenID Connect Core 3.1.2.1: an authorization request may be posted. Our session cookie is SameSite=Lax and does not
// come with a form of another site, so the request goes on as a GET, which the cookie does come with.
import type { IncomingMessage } from 'node:http'

const postable = /^\/identity\/connect\/(authorize|endsession)\/?$/i
const mostBytes = 32_768

export const isPostedRequest = ({ method, url }: IncomingMessage) => method === 'POST' && postable.test(url ?? '')

const bodyUpTo = async (request: IncomingMessage, most: number): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The address to go on with; undefined for what is no form, or too large for an address. */
export const asAddress = async (request: IncomingMessage): Promise<string | undefined> => {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return undefined
  const body = await bodyUpTo(request, mostBytes)
  return body === undefined ? undefined : `${request.url}?${new URLSearchParams(body)}`
}
