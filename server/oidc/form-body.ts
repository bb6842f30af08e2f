// A form that an application posts, looked at and left in place for the provider, which reads it again.
import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'

const mostBytes = 4096
const isForm = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i

/** Its fields; undefined where it is no form, too large, broken off, or says something twice. */
export const formOf = async (request: IncomingMessage): Promise<Readonly<Record<string, string>> | undefined> => {
  const length = Number(request.headers['content-length'])
  if (!(length > 0 && length <= mostBytes) || !isForm.test(request.headers['content-type'] ?? '')) return undefined
  const bytes = await peeked(request, length)
  const fields = bytes && parse(bytes.toString())
  return fields && isOnce(fields) ? fields : undefined
}

const isOnce = (fields: NodeJS.Dict<string | string[]>): fields is Record<string, string> =>
  Object.values(fields).every((value) => typeof value === 'string')

/** Put back before the stream can say that it has ended. */
const peeked = async (request: IncomingMessage, length: number) => {
  const parts: Buffer[] = []
  for (let missing = length; missing > 0; ) {
    const part = request.read() as Buffer | null
    if (part) parts.push(part)
    else if (request.readableEnded || request.destroyed) return undefined
    else await more(request)
    missing -= part?.length ?? 0
  }
  const bytes = Buffer.concat(parts)
  request.unshift(bytes)
  return bytes
}

const more = (request: IncomingMessage) =>
  new Promise<void>((resolve) => {
    const come = () => {
      request.off('readable', come).off('close', come)
      resolve()
    }
    request.on('readable', come).on('close', come)
  })
