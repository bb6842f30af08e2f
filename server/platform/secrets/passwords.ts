// Argon2id (RFC 9106, m=19456 t=2 p=1) off the event loop, as many at a time as there are cores: more in flight only
// adds latency, and a bounded queue answers "busy" instead of falling over (T47).
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Services } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** 128 characters are refused at the door already; this is the last line (T48). */
const mostCharacters = 128

const boundedQueue = ({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }) => {
  let running = 0
  const waiting: (() => void)[] = []
  const release = () => {
    running--
    waiting.shift()?.()
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Refusal('busy', 503)
      await new Promise<void>((go) => waiting.push(go))
    }
    running++
    try {
      return await work()
    } finally {
      release()
    }
  }
}

export const createPasswords = async ({ atOnce = availableParallelism(), waiting = 300 } = {}): Promise<Services['passwords']> => {
  const queue = boundedQueue({ atOnce, waiting })
  // Verified for names without an account, at the same cost (T5).
  const decoy = await hash(crypto.randomUUID(), cost)
  return {
    hash: (password) => {
      if (password.length > mostCharacters) throw new Refusal('invalid', 400, { field: 'password' })
      return queue(() => hash(password, cost))
    },
    verify: (stored, password) => {
      if (password.length > mostCharacters) throw new Refusal('invalid', 400, { field: 'password' })
      return queue(async () => (await verify(stored ?? decoy, password)) && stored !== undefined)
    },
  }
}
