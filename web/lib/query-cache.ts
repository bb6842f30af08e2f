// The answers kept in memory, and when they are let go (R4.1-05).
import { QueryClient } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

const refused = (error: unknown) => [400, 401, 403, 404].some((status) => isProblem(error, status))

export const createQueryCache = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (times, error) => times < 1 && !refused(error), networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { keep?: boolean }
  }
}

/** What is on the screen now stays; what was left behind is asked again, unless it is flagged always-keep. */
export const forgetAnswers = (answers: QueryClient) =>
  answers.removeQueries({ type: 'inactive', predicate: ({ meta }) => !meta?.keep })
