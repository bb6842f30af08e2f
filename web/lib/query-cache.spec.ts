import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryCache } from './query-cache.ts'

type Asked = { answer: (text: string) => void; signal: AbortSignal }

const asking = () => {
  const answers = createQueryCache()
  const asked: Asked[] = []
  const query = {
    queryKey: ['access', '/changes'],
    queryFn: ({ signal }: { signal: AbortSignal }) => new Promise<string>((answer) => asked.push({ answer, signal })),
  }
  return { answers, asked, query }
}

test('what is asked for the first time during a write is asked again, and the answer from before it does not count', async () => {
  const { answers, asked, query } = asking()
  const shown = new QueryObserver(answers, query)
  const stop = shown.subscribe(() => {})
  expect(asked).toHaveLength(1)
  const done = answers.invalidateQueries({ queryKey: ['access'] })
  expect(asked).toHaveLength(2)
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[0]?.answer('from before')
  asked[1]?.answer('with the write')
  await done
  expect(shown.getCurrentResult()).toMatchObject({ data: 'with the write', isStale: false })
  stop()
})

test('what has nothing to do with the write goes on', async () => {
  const { answers, asked, query } = asking()
  const shown = new QueryObserver(answers, query)
  const stop = shown.subscribe(() => {})
  await answers.invalidateQueries({ queryKey: ['users'] })
  expect(asked).toHaveLength(1)
  asked[0]?.answer('the first')
  await expect.poll(() => shown.getCurrentResult().data).toBe('the first')
  stop()
})

test('what is fetched without being shown is not taken from whoever waits for it', async () => {
  const { answers, asked, query } = asking()
  const waiting = answers.fetchQuery(query)
  await answers.invalidateQueries({ queryKey: ['access'] })
  asked[0]?.answer('the first')
  expect(await waiting).toBe('the first')
})
