// A screen hands over the endpoint: `useRead(hub.homeInfo)`, `useWrite(hub.favorite)`. Addresses, types and cache
// keys come from the contract.
import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { type AnswerOf, type CallArguments, type CallOptions, callWith } from './client.ts'
import { codeText, loadCodeTexts } from './code-texts.ts'
import { ActionRefused } from './problem.ts'

type Reading = AnyEndpoint & { readonly method: 'GET' }
type CallParts = { params?: unknown; query?: unknown }

/**
 * `/admin/applications/:id` belongs to `applications`, `/profile/:tenantId/users` to `users`: a write refreshes every
 * read of its resource.
 */
export const resourceOf = ({ path }: AnyEndpoint) =>
  path
    .split('/')
    .slice(1)
    .find((part) => part !== 'admin' && part !== 'profile' && !part.startsWith(':')) ?? 'profile'

const keyOf = (endpoint: AnyEndpoint, { params, query }: CallParts = {}) => [
  resourceOf(endpoint),
  endpoint.path,
  params ?? null,
  query ?? null,
]

/**
 * What one of several reads at once asks (`useQueries`): under the same key as `useRead`, refreshed by the same writes.
 */
export const reading = <const E extends Reading>(endpoint: E, given: CallArguments<E>) =>
  readingWith(endpoint, given as CallOptions)

export const readingWith = <const E extends Reading>(endpoint: E, given: CallOptions) => ({
  queryKey: keyOf(endpoint, given),
  queryFn: ({ signal }: { signal: AbortSignal }) => callWith(endpoint, { ...given, signal }),
})

export type ReadOptions = {
  /** Not asked while false. */
  when?: boolean
  /** Asked again every so many milliseconds. */
  every?: number
  /** Survives forward navigation (R4.1-05). */
  keep?: boolean
  /** Until the answer is there, the one before stays on the screen. */
  previous?: boolean
}

export const useRead = <const E extends Reading>(
  endpoint: E,
  ...[given, options = {}]: Empty extends CallArguments<E>
    ? [given?: CallArguments<E>, options?: ReadOptions]
    : [given: CallArguments<E>, options?: ReadOptions]
) =>
  useQuery({
    ...reading(endpoint, given as CallArguments<E>),
    enabled: options.when ?? true,
    refetchInterval: options.every ?? false,
    ...(options.previous ? { placeholderData: keepPreviousData } : {}),
    meta: { keep: options.keep ?? false },
  })
type Empty = Record<never, never>

/** What a write is expected to change in an answer already on the screen; taken back when the write fails. */
type OptimisticUpdate<Given> = (answers: QueryClient, given: Given) => () => void

/** `optimistic(hub.homeInfo, (home, { input }) => …)`: shows the change at once (docs/ux.md, rule 5). */
export const optimistic =
  <const E extends Reading, Given>(
    endpoint: E,
    change: (answer: AnswerOf<E>, given: Given) => AnswerOf<E>,
  ): OptimisticUpdate<Given> =>
  (answers, given) => {
    const key = keyOf(endpoint)
    void answers.cancelQueries({ queryKey: key })
    const before = answers.getQueryData<AnswerOf<E>>(key)
    if (before !== undefined) answers.setQueryData<AnswerOf<E>>(key, change(before, given))
    return () => answers.setQueryData(key, before)
  }

type ActionAnswer = { success?: boolean; errors?: string[]; code?: string }

const refusedIn = async (answer: unknown) => {
  const { success, errors = [], code } = (answer ?? {}) as ActionAnswer
  if (success !== false) return undefined
  if (code) await loadCodeTexts()
  return new ActionRefused(codeText(code) ?? errors.join('. '))
}

export const useWrite = <const E extends AnyEndpoint>(
  endpoint: E,
  options: { optimistic?: OptimisticUpdate<CallArguments<E>> } = {},
) => {
  const answers = useQueryClient()
  const resource = [resourceOf(endpoint)]
  const alone = () => answers.isMutating({ mutationKey: resource }) <= 1
  return useMutation({
    mutationKey: resource,
    // One after the other: the server keeps the last of two quick drops.
    scope: { id: endpoint.path },
    mutationFn: async (given: CallArguments<E>) => {
      const answer = await callWith(endpoint, (given ?? {}) as CallOptions)
      const refused = await refusedIn(answer)
      if (refused) throw refused
      return answer
    },
    onMutate: (given) => options.optimistic?.(answers, given),
    onError: (_error, _given, takeBack) => {
      if (alone()) takeBack?.()
    },
    onSettled: () => {
      if (alone()) void answers.invalidateQueries({ queryKey: resource })
    },
  })
}
