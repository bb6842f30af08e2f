// A write that says which preview of it was seen: `If-Match` with the preview's stamp (RFC 9110 §13.1.1). By now
// something else would happen: 412, with the new preview, and nothing is done.
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/refusal.ts'

export type ReviewedWrite = {
  readonly endpoint: AnyEndpoint
  readonly call: { readonly params: unknown; readonly query: unknown; readonly input: unknown }
  readonly stamp: string
  readonly write: () => Promise<unknown>
}

/** Nothing where the caller says nothing, or takes whatever is there (`*`). */
export const reviewedStamp = ({ headers }: FastifyRequest): string | undefined => {
  const said = headers['if-match']
  if (said === undefined || said.trim() === '*') return undefined
  const stamp = /^\s*"([\w-]{1,64})"\s*$/.exec(said)?.[1]
  if (stamp === undefined) throw new Refusal('invalid', 400, { field: 'If-Match' })
  return stamp
}
