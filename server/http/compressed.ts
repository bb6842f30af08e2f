// Which answers of the API leave compressed, decided here and nowhere else (docs/decisions/0028).
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'

/** Below this a list fits a packet or two either way. */
const leastCharacters = 1_000
/** Longer texts would keep other calls waiting: they are compressed beside the event loop. */
const mostAtOnce = 64_000
/** Measured: from here on each level costs more than it saves. */
const level = { level: 4 }

/**
 * Lists for people who are signed in, read with a bearer token. What holds a secret beside words of somebody else would
 * tell the secret by its length (BREACH), so everything else stays as it is: whatever is for anyone, single things,
 * writes, and lists of credentials.
 */
export const mayCompress = ({ method, access, writes, output, credentials }: AnyEndpoint): boolean =>
  method === 'GET' && access !== 'anyone' && !writes && !credentials && isPage(output)

const isPage = (output: AnyEndpoint['output']) =>
  'shape' in output && typeof output.shape === 'object' && 'items' in output.shape && 'count' in output.shape

const encodings = new Negotiator({ supportedValues: ['gzip'] })

const acceptsGzip = ({ headers }: FastifyRequest) =>
  encodings.negotiate((headers['accept-encoding'] ?? '').toLowerCase()) === 'gzip'

const zip = promisify(gzip)
const zipped = (json: string) => (json.length > mostAtOnce ? zip(json, level) : gzipSync(json, level))

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The body of an answer in JSON, compressed where it may be and the caller takes it; the headers say so. */
export const bodyOf = async (endpoint: AnyEndpoint, { request, reply }: Exchange, json: string) => {
  if (!mayCompress(endpoint)) return json
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? 'Accept-Encoding' : `${String(known)}, Accept-Encoding`)
  if (json.length < leastCharacters || !acceptsGzip(request)) return json
  reply.header('content-encoding', 'gzip')
  return await zipped(json)
}
