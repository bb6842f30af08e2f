// A browser without a screen: keeps cookies, follows redirects, sends what browsers send.
import { createHash, randomBytes } from 'node:crypto'
import { request as send } from 'node:http'

export type Answer = {
  status: number
  headers: Headers
  text: string
  json: <T = Record<string, unknown>>() => T
  url: string
}

/** Not `fetch`: that calls itself a script (Sec-Fetch-Mode) on every request, navigations included. */
const exchange = (
  url: URL,
  { body, ...options }: { method: string; headers: Record<string, string>; body: string | undefined },
) =>
  new Promise<Pick<Answer, 'status' | 'headers' | 'text'>>((resolve, reject) => {
    const request = send(url, options, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const headers = new Headers()
      for (let at = 0; at < response.rawHeaders.length; at += 2)
        headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
      resolve({ status: response.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString() })
    })
    request.on('error', reject)
    // Node says nothing of the length of a DELETE's body by itself (RFC 9112 §6.3).
    if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body))
    request.end(body)
  })

export const createBrowser = (origin: string, defaults: Record<string, string> = {}) => {
  const jar = new Map<string, string>()
  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1)]
      const gone =
        attributes.some((attribute) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute)) || value === ''
      if (gone) jar.delete(name)
      else jar.set(name, value)
    }
  }
  const request = async (
    method: string,
    target: string,
    {
      body,
      headers = {},
      form,
    }: { body?: unknown; headers?: Record<string, string>; form?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const url = new URL(target, origin)
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await exchange(url, {
      method,
      headers: {
        ...defaults,
        ...(cookies ? { cookie: cookies } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(jar.has('XSRF-TOKEN') ? { 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' } : {}),
        ...headers,
      },
      body: form
        ? new URLSearchParams(form).toString()
        : body === undefined
          ? undefined
          : typeof body === 'string'
            ? body
            : JSON.stringify(body),
    })
    keep(response.headers)
    return { ...response, json: <T>() => JSON.parse(response.text) as T, url: url.href }
  }
  const get = (target: string, headers?: Record<string, string>) => request('GET', target, headers ? { headers } : {})
  return {
    jar,
    request,
    get,
    post: (target: string, body: unknown, headers?: Record<string, string>) =>
      request('POST', target, { body, ...(headers ? { headers } : {}) }),
    /** Follows redirects on the own origin; stops at the first address elsewhere, or where `stopAt` says. */
    follow: async (
      target: string,
      stopAt: (url: URL) => boolean = () => false,
    ): Promise<Answer & { location: URL | undefined }> => {
      let answer = await get(target)
      for (let hop = 0; hop < 10; hop++) {
        const to = answer.headers.get('location')
        if (!to) return { ...answer, location: undefined }
        const url = new URL(to, answer.url)
        if (url.origin !== new URL(origin).origin || stopAt(url)) return { ...answer, location: url }
        answer = await get(url.href)
      }
      throw new Error(`too many redirects from ${target}`)
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>

export const pkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const tokenCall = async (origin: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${origin}/identity/connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
