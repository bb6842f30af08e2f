// The provider that answers now: rebuilt when the keys of the database are others than its own.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Reads, Services } from '#server/kernel/context.ts'
import { publishedKeys } from './keys.ts'
import { answered, createProvider } from './provider.ts'
import { es256Signer, type Signed } from './signing-key.ts'

export type LiveProvider = {
  current(): Provider
  /** Answers a request; composed once per set of keys, not per request. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** A JWT by the ES256 key that signs now. */
  readonly signed: Signed
  /** Looks at the keys again; every instance does so each minute and when told of a rotation. */
  refresh(): Promise<void>
  logout: Services['backchannel']['logout']
}

export const startProvider = async (options: {
  db: Reads
  services: Services
  cookieKeys: readonly string[]
  watch: (provider: Provider) => void
}): Promise<LiveProvider> => {
  const build = async () => {
    const keys = await publishedKeys(options.db)
    const provider = createProvider({ ...options, keys })
    options.watch(provider)
    return {
      provider,
      answer: provider.callback(),
      signed: es256Signer(keys),
      fingerprint: keys.map((key) => key.kid).join(),
    }
  }
  let live = await build()
  return {
    current: () => live.provider,
    handle: (request, response) => live.answer(request, response),
    signed: (claims, type) => live.signed(claims, type),
    refresh: async () => {
      const keys = await publishedKeys(options.db)
      if (keys.map((key) => key.kid).join() !== live.fingerprint) live = await build()
    },
    logout: (session) => tellApplication(live.provider, session),
  }
}

/** Not in the published types of oidc-provider. */
type LogoutClient = { backchannelLogout(accountId: string, sid: string | undefined): Promise<void> }

/** One that is gone, or does not want to know any more, is not told. */
const tellApplication = async (
  provider: Provider,
  { userId, clientId, sid }: Parameters<LiveProvider['logout']>[0],
): Promise<number | undefined> => {
  const client = await provider.Client.find(clientId)
  if (!client?.backchannelLogoutUri) return undefined
  const seen: { status?: number } = {}
  await answered.run(seen, () => (client as unknown as LogoutClient).backchannelLogout(userId, sid))
  return seen.status
}
