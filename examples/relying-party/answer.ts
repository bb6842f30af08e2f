// HTTP in the small: reading a form, cookies and the headers that every answer has.
import type { IncomingMessage, ServerResponse } from 'node:http'

const mostBytes = 64 * 1024

export class BadRequest extends Error {}

export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) throw new BadRequest('too long')
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

export const cookieOf = (request: IncomingMessage, name: string): string | undefined =>
  (request.headers.cookie ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Lax: sent when the provider's redirect brings the person back, and never with a form of another site. */
export const setCookie = (
  response: ServerResponse,
  {
    name,
    value,
    path,
    maxAge,
    secure,
  }: { name: string; value: string; path: string; maxAge?: number; secure: boolean },
): void => {
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(secure ? ['Secure'] : []),
  ]
  response.appendHeader('set-cookie', parts.join('; '))
}

/** No script and no style but our files; a form may lead to the provider, since signing out goes there. */
export const protect = (response: ServerResponse, providerOrigin: string): void => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${providerOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  response.setHeader('content-security-policy', policy.join('; '))
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('cache-control', 'no-store')
}

export const send = (response: ServerResponse, status: number, type: string, body: string | Buffer): void => {
  response.writeHead(status, { 'content-type': type }).end(body)
}
export const html = (response: ServerResponse, status: number, body: string): void =>
  send(response, status, 'text/html; charset=utf-8', body)
export const json = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json', JSON.stringify(body))
export const redirect = (response: ServerResponse, to: string): void =>
  void response.writeHead(303, { location: to }).end()
