// A read that needs nothing of its caller begins while it is looked up who that is (docs/decisions/0067).
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { Reads } from '#server/kernel/context.ts'
import { isReadAhead } from '#server/kernel/use-case.ts'
import { read, type Run } from './answer.ts'

/** What is wrong with a call is said once it is known that its caller may call at all. */
const readIfRight = (endpoint: AnyEndpoint, request: FastifyRequest) => {
  try {
    return read(endpoint, request)
  } catch {
    return undefined
  }
}

/** Begins, where it may; `run` then gives what comes of it. Without a token nobody is admitted, and nothing is read. */
export const readingAhead = (
  { endpoint, run, db }: { endpoint: AnyEndpoint; run: Run; db: Reads },
  request: FastifyRequest,
  token: string | undefined,
): Run => {
  if (token === undefined || !isReadAhead(run)) return run
  const call = readIfRight(endpoint, request)
  if (!call) return run
  const answer = run({ db }, call)
  // Nobody waits for it whose caller is not admitted.
  answer.catch(() => undefined)
  return () => answer
}
