// The answers kept in memory, and when they are let go (R4.1-05).
import { type InvalidateOptions, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

const refused = (error: unknown) => [400, 401, 403, 404].some((status) => isProblem(error, status))

/**
 * What is asked for the first time while something is written is asked again as well: TanStack Query (5.108) goes on
 * waiting for that first answer, which may be from before the write, and takes it for fresh.
 */
class QueryCacheClient extends QueryClient {
  override invalidateQueries(filters?: QueryFilters, options?: InvalidateOptions) {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
      if (query.state.data === undefined) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

export const createQueryCache = () =>
  new QueryCacheClient({
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
