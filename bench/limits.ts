// What the machine could do at best: the bare operation each flow cannot do without, in the server's own process.
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { verify } from '@node-rs/argon2'
import type { Services } from '#server/kernel/context.ts'
import type { Database } from '#server/platform/postgres/database.ts'
import { benchPassword } from './people.ts'

type LimitInput = { database: Database; passwords: Services['passwords']; hash: string; seconds: number }

const rate = async (seconds: number, inFlight: number, once: () => Promise<unknown>) => {
  const until = performance.now() + seconds * 1000
  let done = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        await once()
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - started)
}

export const limits = {
  /** argon2id verifications by the library as it comes, as many at once as there are processors (docs/goals.md). */
  hash: ({ hash, seconds }: LimitInput) => rate(seconds, availableParallelism(), () => verify(hash, benchPassword)),
  /** The same as the server does it, in threads of its own, eight in flight. */
  ownHash: ({ passwords, hash, seconds }: LimitInput) => rate(seconds, 8, () => passwords.verify(hash, benchPassword)),
  /** ES256 signatures on one core. */
  signature: async ({ seconds }: LimitInput) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const until = performance.now() + seconds * 1000
    let done = 0
    while (performance.now() < until) {
      for (let n = 0; n < 100; n++)
        createSign('sha256')
          .update(`token ${done + n}`)
          .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
      done += 100
    }
    return done / seconds
  },
  /** Small committed inserts. */
  commit: ({ database, seconds }: LimitInput) =>
    rate(seconds, 16, () =>
      database.execute(`insert into bare_commit (id, body) values ($1, $2)`, [
        randomUUID(),
        '{"what":"a row about as long as a token of the provider, with a few members"}',
      ]),
    ),
  /** Reads by a unique key. */
  lookup: ({ database, seconds }: LimitInput) =>
    rate(seconds, 16, () =>
      database.execute(`select id, user_name from portal_user where name_key(user_name::text) = name_key($1)`, [
        'bench7',
      ]),
    ),
} as const
