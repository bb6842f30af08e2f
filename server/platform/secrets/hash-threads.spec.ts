import { readdir, readFile } from 'node:fs/promises'
import os from 'node:os'
import { expect, test, vi } from 'vitest'
import { startTestPortico, until } from '#server/spec/testing/portico.ts'
import { hashThreads } from './hash-threads.ts'

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
/** Takes many times as long as what comes beside it. */
const slow = { ...cost, timeCost: 5_000 }
const isLinux = os.platform() === 'linux'

/** Linux knows the threads of a process by name; those of others may hash in this one, too. */
const threadsOf = async (whose: string) => {
  const ids = await readdir('/proc/self/task')
  const names = await Promise.all(
    ids.map(async (id) => [id, await readFile(`/proc/self/task/${id}/comm`, 'utf8').catch(() => '')] as const),
  )
  return names.filter(([, name]) => name.trim() === whose).map(([id]) => Number(id))
}

test('a hash is that of its password, and of no other', async () => {
  const { hash, verify } = hashThreads({ most: 2, quietMs: 1 })
  const stored = await hash('a password', cost)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  const tried = ['a password', 'another', 'a password', ''].map((password) => verify(stored, password))
  expect(await Promise.all(tried)).toEqual([true, false, true, false])
})

test('what is no hash is refused, and the next is answered', async () => {
  const { hash, verify } = hashThreads({ most: 1, quietMs: 1 })
  const stored = hash('a password', cost)
  const [refused, found] = [verify('no hash', 'a password'), stored.then((one) => verify(one, 'a password'))]
  await expect(refused).rejects.toThrow('Decoding failed')
  expect(await found).toBe(true)
})

test('whoever waits for a thread that is lost is told, and another one takes its place', async () => {
  const script = `import { parentPort as port } from 'node:worker_threads'
    port.on('message', ({ password }) => {
      if (password === 'fatal') throw new Error('lost')
      port.postMessage({ value: 'a hash' })
    })`
  const { hash } = hashThreads({
    most: 1,
    quietMs: 1,
    script: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
  })
  expect(await hash('harmless', cost)).toBe('a hash')
  const waiting = ['fatal', 'behind'].map((password) => hash(password, cost))
  expect(await Promise.allSettled(waiting)).toMatchObject([
    { reason: { message: 'lost' } },
    { reason: { message: 'lost' } },
  ])
  expect(await hash('harmless', cost)).toBe('a hash')
})

test('who has a thread to themselves is not kept waiting by a slow one', async () => {
  const { hash } = hashThreads({ most: 2, quietMs: 1 })
  const order: string[] = []
  const slowly = hash('a password', slow).then(() => order.push('slow'))
  for (let n = 0; n < 3; n++) order.push((await hash('a password', cost)).slice(0, 9))
  await slowly
  expect(order).toEqual(['$argon2id', '$argon2id', '$argon2id', 'slow'])
})

test('a thread does not end at work, and none that ends is given any', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { hash } = hashThreads({ most: 1, quietMs: 1_000 })
    await hash('a password', cost)
    const working = hash('a password', slow)
    vi.advanceTimersByTime(2_000)
    expect(await working).toMatch(/^\$argon2id\$/)
    vi.advanceTimersByTime(2_000)
    expect(await hash('a password', cost)).toMatch(/^\$argon2id\$/)
  } finally {
    vi.advanceTimersByTime(2_000)
    vi.useRealTimers()
  }
})

test('what is over takes nobody along: whoever waits is told', async () => {
  const { hash, close } = hashThreads({ most: 1 })
  const waiting = [slow, cost].map((one) => hash('a password', one))
  const told = Promise.allSettled(waiting)
  await close()
  expect(await told).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
})

test.runIf(isLinux)('there are as many threads as are needed, no more than said, and none after a while', async () => {
  const { hash } = hashThreads({ most: 2, quietMs: 300, name: 'hash-some' })
  const threads = () => threadsOf('hash-some')
  for (const password of ['a password', 'another']) await hash(password, cost)
  expect(await threads()).toHaveLength(1)
  await Promise.all(Array.from({ length: 20 }, () => hash('a password', cost)))
  expect(await threads()).toHaveLength(2)
  expect(await until(async () => (await threads()).length === 0)).toBe(true)
  expect(await hash('a password', cost)).toMatch(/^\$argon2id\$/)
})

test.runIf(isLinux)('a thread that hashes gives way to the one that answers, and ends when it is closed', async () => {
  const { hash, close } = hashThreads({ most: 1, name: 'hash-yielding' })
  await hash('a password', cost)
  const own = os.getPriority()
  const others = (await threadsOf('hash-yielding')).map((id) => os.getPriority(id))
  expect(others).toEqual([Math.min(own + 5, 19)])
  await close()
  expect(await threadsOf('hash-yielding')).toEqual([])
})

test.runIf(isLinux)('the threads of a server end with it', async () => {
  const others = await threadsOf('hash')
  const portico = await startTestPortico()
  await portico.portico.services.passwords.hash('a password')
  const own = (await threadsOf('hash')).filter((id) => !others.includes(id))
  expect(own).toHaveLength(1)
  await portico.close()
  expect((await threadsOf('hash')).filter((id) => own.includes(id))).toEqual([])
})
