// Calls within a minute, counted by all instances together (docs/decisions/0017): each counts in its own memory, and
// tells the others of who has called often since it last told. Nothing is stored.
import { randomUUID } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

export type CountExchange = {
  /** To every instance, this one included. */
  readonly tell: (messages: readonly string[]) => Promise<unknown>
  readonly listen: (heard: (message: string) => void) => Promise<{ close(): Promise<void> }>
  readonly failed: (error: unknown) => void
}

export type SharedCounts = {
  /** For what has its own limit. */
  storeOf(limit: string): FastifyRateLimitStoreCtor
  close(): Promise<void>
}

/** After so many parts of its limit, the others are told: together they let through so much more at most, each. */
const partsOfLimit = 20
const mostRemembered = 20_000
/** A message holds 8,000 bytes at most. */
const mostInMessage = 50

/** Of one who calls: since when, what was counted here and of that told already, and what the others told. */
type Count = { start: number; own: number; told: number; others: number }
type SharedCount = z.output<typeof Message>['counts'][number]

const Message = z.object({
  from: z.string(),
  counts: z.array(z.object({ limit: z.string(), key: z.string(), more: z.int().positive(), age: z.number().min(0) })),
})

export const shareCounts = async ({ tell, listen, failed }: CountExchange): Promise<SharedCounts> => {
  const from = randomUUID()
  const counts = countsOfAll()
  let telling = false
  const flush = async () => {
    if (telling) return
    telling = true
    try {
      while (counts.due.size > 0) await tell(messagesOf(from, takeDue(counts.due)))
    } catch (error) {
      failed(error)
    } finally {
      telling = false
    }
  }
  const listening = await listen((message) => {
    const heard = readMessage(message)
    if (heard && heard.from !== from) counts.hear(heard.counts)
  })
  const increase = (limit: string): Increase => {
    return (key, of) => {
      const result = counts.increase({ limit, key }, of)
      if (counts.due.size > 0) void flush()
      return result
    }
  }
  return { storeOf: (limit) => storeOf(increase(limit)), close: () => listening.close() }
}

type Caller = { readonly limit: string; readonly key: string }
type DueCounts = Map<string, Caller & { readonly count: Count }>

const countsOfAll = () => {
  const counts = new LRUCache<string, Count>({ max: mostRemembered })
  const due: DueCounts = new Map()
  const idOf = ({ limit, key }: Caller) => `${limit} ${key}`
  const current = (caller: Caller, { start, within }: { start: number; within: number }) => {
    const known = counts.get(idOf(caller))
    if (known && known.start + within > Date.now()) return known
    const fresh = { start, own: 0, told: 0, others: 0 }
    counts.set(idOf(caller), fresh)
    return fresh
  }
  return {
    /** Of whom the others are to be told. */
    due,
    increase: (caller: Caller, { within, max }: { within: number; max: number }) => {
      const now = Date.now()
      const count = current(caller, { start: now, within })
      count.own++
      const isMuch = count.own - count.told >= Math.ceil(max / partsOfLimit)
      // Once all know that it is too much, there is nothing more to tell.
      if (isMuch && count.told + count.others < max) due.set(idOf(caller), { ...caller, count })
      return { current: count.own + count.others, ttl: count.start + within - now }
    },
    hear: (told: readonly SharedCount[]) => {
      for (const { limit, key, more, age } of told) {
        const start = Date.now() - age
        const count = current({ limit, key }, { start, within: minute })
        count.start = Math.min(count.start, start)
        count.others += more
      }
    },
  }
}

export const minute = 60_000

const takeDue = (due: DueCounts): SharedCount[] => {
  const taken = [...due.values()].map(({ limit, key, count }) => {
    const more = count.own - count.told
    count.told = count.own
    return { limit, key, more, age: Date.now() - count.start }
  })
  due.clear()
  return taken.filter(({ more }) => more > 0)
}

const messagesOf = (from: string, told: readonly SharedCount[]) =>
  Array.from({ length: Math.ceil(told.length / mostInMessage) }, (_, at) =>
    JSON.stringify({ from, counts: told.slice(at * mostInMessage, (at + 1) * mostInMessage) }),
  )

/** Undefined for what another version says, and for '' after a connection that was lost. */
const readMessage = (message: string) => {
  try {
    return Message.safeParse(JSON.parse(message)).data
  } catch {
    return undefined
  }
}

type Increase = (key: string, of: { within: number; max: number }) => { current: number; ttl: number }

/** As the plugin wants it: a class, of which it makes one for itself and one for each of its hooks. */
const storeOf = (increase: Increase): FastifyRateLimitStoreCtor =>
  class implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      within: number,
      max: number,
    ) {
      callback(null, increase(key, { within, max }))
    }

    child() {
      return this
    }
  }
