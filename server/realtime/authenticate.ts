// Who may connect to the hub: anyone who shows a living token, from a page of ours or of a registered application (T46,
// T52).
import type { IncomingMessage } from 'node:http'
import type { Actor } from '#server/kernel/context.ts'

export const realtimePaths = ['/identity/hubs/notifications', '/hubs/notifications'] as const

export type Caller = { readonly userId: string; readonly token: string }
export type Authenticate = (request: IncomingMessage) => Promise<Caller | { readonly refused: 401 | 403 }>

export type AuthenticateOptions = {
  readonly ownOrigin: string
  /** Of the registered applications. */
  readonly origins: () => Promise<ReadonlySet<string>>
  readonly authenticate: (token: string) => Promise<Actor | undefined>
}

const tokenOf = ({ url, headers }: IncomingMessage) => {
  const fromHeader = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  // A browser cannot give a WebSocket a header, so SignalR's clients write it into the address. It is logged nowhere.
  const presented = fromHeader ?? new URL(url ?? '', 'http://hub').searchParams.get('access_token') ?? ''
  return /^[\x21-\x7e]{1,2000}$/.test(presented) ? presented : undefined
}

export const createAuthenticate =
  ({ ownOrigin, origins, authenticate }: AuthenticateOptions): Authenticate =>
  async (request) => {
    const { origin } = request.headers
    if (origin !== undefined && origin !== ownOrigin && !(await origins()).has(origin)) return { refused: 403 }
    const token = tokenOf(request)
    const actor = token && (await authenticate(token))
    return token && actor && actor.kind === 'user' ? { userId: actor.id, token } : { refused: 401 }
  }
