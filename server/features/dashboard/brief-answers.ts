// Ten people who look at the same charts ask the database once: an answer stands for some seconds, on each instance.
import { LRUCache } from 'lru-cache'
import type { ReadCtx } from '#server/kernel/context.ts'

const milliseconds = 5_000
const most = 500

/** By the server that answers: several of them may run in one process. */
const caches = new WeakMap<object, LRUCache<string, { until: number; answer: Promise<unknown> }>>()

const cacheOf = ({ services }: ReadCtx) => {
  const cache = caches.get(services) ?? new LRUCache<string, { until: number; answer: Promise<unknown> }>({ max: most })
  caches.set(services, cache)
  return cache
}

/** `key` says all that the answer depends on; one that failed is not kept. */
export const answeredBriefly = <T>(ctx: ReadCtx, key: string, ask: () => Promise<T>): Promise<T> => {
  const cache = cacheOf(ctx)
  const known = cache.get(key)
  if (known && known.until > ctx.now.getTime()) return known.answer as Promise<T>
  const answer = ask()
  cache.set(key, { until: ctx.now.getTime() + milliseconds, answer })
  answer.catch(() => cache.delete(key))
  return answer
}
