// A refusal as SCIM says it (RFC 7644 section 3.12).
import { asRefusal, problemOf } from '#server/http/problem.ts'
import type { Refusal } from '#server/kernel/refusal.ts'

export type ScimError = { readonly status: number; readonly body: Record<string, unknown> }

/** What PostgreSQL or a use case found taken. */
const isTaken = ({ code, status }: Refusal) => status === 409 && /-(taken|looks-alike)$/.test(code)

const typeOf = (refusal: Refusal): string | undefined => {
  if (typeof refusal.detail['scimType'] === 'string') return refusal.detail['scimType']
  if (isTaken(refusal)) return 'uniqueness'
  if (refusal.status !== 400) return undefined
  return refusal.code === 'invalid' ? 'invalidSyntax' : 'invalidValue'
}

export const errorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
})

/** Nothing for what we did not foresee. */
export const asScimError = (error: unknown): ScimError | undefined => {
  const refusal = asRefusal(error)
  if (!refusal) return undefined
  const { message } = problemOf(refusal)
  return { status: refusal.status, body: errorBody(refusal.status, message, typeOf(refusal)) }
}
