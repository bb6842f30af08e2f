// Who hashes a password gives way to those who answer.
import os from 'node:os'
import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'
import { poolThreads } from './thread-pool.ts'

test.runIf(os.platform() === 'linux')(
  'the threads that hash have a lower priority than the one that answers',
  async () => {
    await createPasswords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } })
    const threads = await poolThreads()
    expect(threads).not.toEqual([])
    expect(new Set(threads.map((id) => os.getPriority(id)))).toEqual(new Set([Math.min(os.getPriority() + 5, 19)]))
  },
)
