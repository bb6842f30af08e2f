// Argon2id (RFC 9106, m=19456 t=2 p=1) in threads of its own, as many as there are cores: more at once only add
// latency. Anyone who would wait longer than a person does is told to come back (T47).
import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import type { Services } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type HashCost, hashThreads } from './hash-threads.ts'
import { type LaneOptions, lanes } from './lanes.ts'

const standardCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** 128 characters are refused by the contract already; this is the last line (T48). */
const mostCharacters = 128
const standard = { waiting: 300, longest: 5_000 }
/** One that runs, and the next, which then begins without the event loop. */
const perThread = 2

export type PasswordOptions = Partial<Pick<LaneOptions, 'waiting' | 'longest'>> & {
  /** Argon2's memory in KiB and its passes; specs that sign in a thousand times take less. */
  readonly cost?: HashCost
  readonly threads?: number
}

type Passwords = Services['passwords'] & { close(): Promise<void> }

export const createPasswords = async (options: PasswordOptions = {}): Promise<Passwords> => {
  const { cost = standardCost, threads = availableParallelism(), ...patience } = options
  const through = lanes({ atOnce: threads * perThread, sideBySide: threads, ...standard, ...patience })
  const hashing = hashThreads({ most: threads })
  // Verified for names without an account, at the same cost (T5).
  const decoy = await hash(crypto.randomUUID(), cost)
  const refuseLong = (password: string) => {
    if (password.length > mostCharacters) throw new Refusal('invalid', 400, { field: 'password' })
  }
  return {
    hash: (password, lane = 'now') => {
      refuseLong(password)
      return through(lane, () => hashing.hash(password, cost))
    },
    verify: (stored, password) => {
      refuseLong(password)
      return through('now', async () => (await hashing.verify(stored ?? decoy, password)) && stored !== undefined)
    },
    close: hashing.close,
  }
}
