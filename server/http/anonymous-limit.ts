// How often one address may call what anybody may call. Counted by all instances together (docs/decisions/0017).
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { minute, type SharedCounts } from './shared-counts.ts'

/** A hook for the routes that count; all of them share one count for each address. */
export type AnonymousLimit = onRequestAsyncHookHandler

/** 0: no limit. */
export const limitAnonymous = async (
  app: FastifyInstance,
  perMinute: number,
  counts: Pick<SharedCounts, 'storeOf'>,
): Promise<AnonymousLimit> => {
  if (perMinute === 0) return async () => undefined
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: minute,
    store: counts.storeOf('anonymous'),
    errorResponseBuilder: () => new Refusal('too-many-requests', 429),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  const limited = app.rateLimit()
  return async function (request, reply) {
    await limited.call(this, request, reply)
  }
}

/**
 * Signing in and what belongs to it. What pages read without a session (configuration, icons, avatars) is not counted.
 */
export const isLimited = ({ access, path }: AnyEndpoint): boolean => access === 'anyone' && path.startsWith('/account/')
