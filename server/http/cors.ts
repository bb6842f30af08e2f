// Other origins: a page of an enabled application may call the API with its own token; nobody gets credentials (T52).
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/kernel/context.ts'
import { redirectAddresses } from './origins.store.ts'

const seconds = 5

/** Origins of the registered redirect addresses, remembered for a few seconds. */
export const knownOrigins = (db: Db) => {
  let known = new Set<string>()
  let until = 0
  return async () => {
    if (Date.now() < until) return known
    const addresses = await redirectAddresses(db)
    // The origin of anything but http is the word 'null', which every sandboxed page sends (T52).
    known = new Set(addresses.flatMap((uri) => URL.parse(uri)?.origin ?? []).filter((origin) => origin !== 'null'))
    until = Date.now() + seconds * 1000
    return known
  }
}

export const registerCors = (app: FastifyInstance, origins: ReturnType<typeof knownOrigins>) => {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (!origin || !/^\/(identity\/)?(api|hubs)\//i.test(request.url)) return
    reply.header('vary', 'Origin')
    if (!(await origins()).has(origin)) return
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, accept-language, language, if-match, x-xsrf-token, x-requested-with, x-signalr-user-agent',
      'access-control-max-age': '600',
    })
    await reply.code(204).send()
  })
}
