// A long action that tells how far it is (R7.13-05, R7.13-06): the answer is read into a buffer as it comes, and the
// buffer is looked at every 100 ms; what went wrong is thrown when the stream has ended.
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { type AnswerOf, type Args, respond } from './client.ts'
import { loadCodeTexts } from './code-texts.ts'
import { CallProblem, problemIn } from './problem.ts'

export const pollEvery = 100

type Line = { done?: number; total?: number; result?: unknown; error?: Parameters<typeof problemIn>[0] }

const prefix = 'data: '

/** Whole lines are taken out; the beginning of one stays. */
const take = (buffer: { text: string }): Line[] => {
  const end = buffer.text.lastIndexOf('\n') + 1
  const whole = buffer.text.slice(0, end)
  buffer.text = buffer.text.slice(end)
  return whole
    .split('\n')
    .flatMap((line) => (line.startsWith(prefix) ? [JSON.parse(line.slice(prefix.length)) as Line] : []))
}

const readInto = async (buffer: { text: string }, response: Response) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) buffer.text += read.value
  buffer.text += '\n'
}

export const streamed = async <const E extends AnyEndpoint & { readonly streams: true }>(
  endpoint: E,
  given: NonNullable<Args<E>[0]>,
  onProgress: (done: number, total: number) => void,
): Promise<AnswerOf<E>> => {
  const response = await respond(endpoint, given as object, 'text/event-stream')
  const buffer = { text: '' }
  let last: Line | undefined
  const look = () => {
    for (const line of take(buffer)) {
      if (line.done !== undefined && line.total !== undefined) onProgress(line.done, line.total)
      else last = line
    }
  }
  const timer = setInterval(look, pollEvery)
  try {
    await readInto(buffer, response).catch(() => Promise.reject(new CallProblem('unreachable')))
  } finally {
    clearInterval(timer)
  }
  look()
  if (last?.error) {
    await loadCodeTexts()
    throw problemIn(last.error)
  }
  if (!last) throw new CallProblem('unreachable')
  return last.result as AnswerOf<E>
}
