// The closed lists of which the copy of somebody's data shows values.
import type { z } from 'zod'
import type { Deprovisioning, EndReceipt } from '#contract/deprovisioning.ts'
import type { signInProviders, signInResults } from '#contract/log-entries.ts'
import type { SessionEndReason, signInReasons } from '#contract/log-reasons.ts'
import type { RequestStatus, RequestType } from '#contract/operation-request-items.ts'
import type { RightsRequestType } from '#contract/rights-form.ts'
import type { RightsRequestState } from '#contract/rights.ts'

type Words<Value extends string> = Readonly<Record<Value, string>>

export type Values = {
  readonly result: Words<(typeof signInResults)[number]>
  readonly signInReason: Words<(typeof signInReasons)[number]>
  /** Of a wrong password; `{count}`. */
  readonly attemptsLeft: Words<'one' | 'other'>
  readonly provider: Words<(typeof signInProviders)[number]>
  readonly ended: Words<SessionEndReason>
  readonly permission: Words<'Reader' | 'Owner'>
  readonly requestType: Words<RequestType>
  readonly requestStatus: Words<RequestStatus>
  readonly rightsRequestType: Words<RightsRequestType>
  readonly rightsRequestState: Words<z.output<typeof RightsRequestState>>
  readonly processState: Words<'Queued' | 'Running' | 'Done' | 'Failed'>
  readonly cause: Words<Deprovisioning['cause']>
  readonly receipt: Words<EndReceipt['state']>
  readonly authenticator: Words<'TOTP' | 'Passkey'>
}
