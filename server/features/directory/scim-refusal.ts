// What SCIM calls the kinds of what is wrong with a call (RFC 7644 section 3.12), told in English to anyone who writes
// a client.
import type { Issue } from '#server/kernel/issue.ts'
import { Refusal, type Status } from '#server/kernel/refusal.ts'

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

const statusOf = (scimType: ScimType): Status => {
  if (scimType === 'uniqueness') return 409
  return scimType === 'tooMany' ? 413 : 400
}

export const scimRefusal = (scimType: ScimType, fault: string) => {
  const issues: readonly Issue[] = [{ code: 'malformed', data: { fault } }]
  return new Refusal('invalid', statusOf(scimType), { issues, scimType })
}
