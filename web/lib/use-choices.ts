// What a selector offers (R9-11): a thousand at once, where its reader may have the list.
import { useQuery } from '@tanstack/react-query'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { AnswerOf } from './client.ts'
import { useMay } from './use-access.ts'
import { readingWith } from './use-endpoint.ts'

/** So many a selector loads. */
export const everyChoice = { take: '1000' } as const

type List = AnyEndpoint & { readonly method: 'GET' }
type ItemOf<E extends List> = AnswerOf<E> extends { items: readonly (infer Item)[] } ? Item : never

/** Of a list without parameters in its address: `useChoices(areas.list)`. Nothing until they are there. */
export const useChoices = <const E extends List>(list: E, order: { orderBy?: string } = {}): readonly ItemOf<E>[] => {
  const { data } = useQuery({ ...readingWith(list, { query: { ...everyChoice, ...order } }), enabled: useMay(list) })
  return (data as { items: readonly ItemOf<E>[] } | undefined)?.items ?? []
}
