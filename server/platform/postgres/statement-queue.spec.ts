import { expect, test } from 'vitest'
import { inFlight } from './statement-queue.ts'

/** A connection that is told when each statement is answered. */
const connection = () => {
  const sent: string[] = []
  const answers = new Map<string, ReturnType<typeof Promise.withResolvers<string>>>()
  return {
    sent,
    send: (name: string) => () => {
      sent.push(name)
      const answer = Promise.withResolvers<string>()
      answers.set(name, answer)
      return answer.promise
    },
    answer: (name: string) => answers.get(name)?.resolve(name),
    refuse: (name: string) => answers.get(name)?.reject(new Error(`no ${name}`)),
  }
}
const [reads, writes] = [{ reads: true }, { reads: false }]
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what reads is sent behind the beginning, what writes and all behind it when that is answered, in their order', async () => {
  const { sent, send, answer } = connection()
  const statements = inFlight(send('begin'))
  const all = ['read', 'write', 'read again'].map((name) =>
    statements.add(send(name), name === 'write' ? writes : reads),
  )
  await turn()
  expect(sent).toEqual(['begin', 'read'])
  answer('begin')
  await turn()
  expect(sent).toEqual(['begin', 'read', 'write', 'read again'])
  for (const name of sent) answer(name)
  expect(await Promise.all(all)).toEqual(['read', 'write', 'read again'])
  const later = statements.add(send('write later'), writes)
  await turn()
  answer('write later')
  expect(await later).toBe('write later')
})

test('behind a beginning that failed nothing more is sent', async () => {
  const { sent, send, answer, refuse } = connection()
  const statements = inFlight(send('begin'))
  const read = statements.add(send('read'), reads)
  const write = statements.add(send('write'), writes)
  refuse('begin')
  answer('read')
  expect(await read).toBe('read')
  await expect(write).rejects.toThrow('no begin')
  await expect(statements.add(send('read again'), reads)).rejects.toThrow('no begin')
  expect(sent).toEqual(['begin', 'read'])
})

test('the end waits for all that was sent, and nothing is taken after it', async () => {
  const { send, answer } = connection()
  const statements = inFlight(send('begin'))
  let ended = false
  void statements.add(send('read'), reads)
  const end = statements.end().then(() => (ended = true))
  answer('begin')
  await turn()
  expect(ended).toBe(false)
  answer('read')
  await end
  await expect(statements.add(send('read again'), reads)).rejects.toThrow('The transaction is over.')
})
