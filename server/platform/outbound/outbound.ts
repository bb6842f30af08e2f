// Calls of addresses that somebody typed (T37). The name is resolved once, every address that it has is judged, and the
// connection goes to one of those: a name that answers otherwise the next time leads nowhere else (DNS rebinding).
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Outbound, OutboundAnswer, OutboundMessage, OutboundRules } from '#server/kernel/ports/outbound.ts'
import { isPublicAddress } from './addresses.ts'

const longestCall = 15_000
/** Of an answer; the rest is not read. */
export const mostAnswerBytes = 4096

type Address = { readonly address: string; readonly family: number }
export type Resolve = (host: string) => Promise<readonly Address[]>

class NotAllowed extends Error {
  readonly code = 'address-not-allowed'
}

const resolveAll: Resolve = (host) => lookup(host, { all: true })

/** `[::1]`, as addresses write it, is `::1`. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

const addressesOf = async (url: URL, resolve: Resolve): Promise<readonly Address[]> => {
  const host = hostOf(url)
  const family = isIP(host)
  return family > 0 ? [{ address: host, family }] : resolve(host)
}

const allowedAddresses = async (url: URL, { rules, resolve }: Parts) => {
  if (url.protocol !== 'https:' && !(rules.plainHttp && url.protocol === 'http:')) throw new NotAllowed()
  const addresses = await addressesOf(url, resolve)
  // One of the own network among them is no mistake.
  if (!rules.privateAddresses && !addresses.every(({ address }) => isPublicAddress(address))) throw new NotAllowed()
  return addresses
}

const pinnedTo =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, [...addresses])
    else if (first) done(null, first.address, first.family)
    else done(new NotAllowed(), '', 0)
  }

const textOf = async (response: http.IncomingMessage) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= mostAnswerBytes) break
  }
  return Buffer.concat(chunks).subarray(0, mostAnswerBytes).toString('utf8')
}

type Answered = { readonly status: number; readonly text: string; readonly retryAfter: string | undefined }

const exchange = ({ url, headers, body }: OutboundMessage, lookup: LookupFunction, signal: AbortSignal) =>
  new Promise<Answered>((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const length = String(Buffer.byteLength(body))
    const options = { method: 'POST', headers: { ...headers, 'content-length': length }, lookup, signal, agent: false }
    const sent = request(url, options, (response) => {
      textOf(response)
        .then((text) =>
          resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] }),
        )
        .catch(reject)
        .finally(() => sent.destroy())
    })
    sent.on('error', reject)
    sent.end(body)
  })

const timedOut = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** `ECONNREFUSED`; never the whole message, which may say more of the own network than its reader should know. */
const failureOf = (error: unknown, signal: AbortSignal) => {
  if (signal.aborted) return 'timeout'
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed'
}

type Parts = { readonly rules: OutboundRules; readonly resolve: Resolve }
type Options = { readonly resolve?: Resolve; readonly within?: number }

export const createOutbound = (rules: OutboundRules, options: Options = {}): Outbound => {
  const { resolve = resolveAll, within = longestCall } = options
  return {
    post: async (message): Promise<OutboundAnswer> => {
      const began = performance.now()
      const signal = AbortSignal.timeout(within)
      const taken = () => Math.round(performance.now() - began)
      const call = async () => {
        const addresses = await allowedAddresses(new URL(message.url), { rules, resolve })
        return exchange(message, pinnedTo(addresses), signal)
      }
      try {
        const answered = await Promise.race([call(), timedOut(signal)])
        return { ...answered, milliseconds: taken() }
      } catch (error) {
        return { failure: failureOf(error, signal), milliseconds: taken() }
      }
    },
  }
}
