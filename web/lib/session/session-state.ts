// What a session of this browser can be.
import type { Identity } from './identity.ts'

export type SessionState =
  | { kind: 'authenticating' }
  | { kind: 'signed-in'; identity: Identity }
  | { kind: 'signed-out' }
  | { kind: 'failed'; error: unknown }

/** The answer of the sign-in lacks a scope that the portal needs. */
export class ScopeMissing extends Error {
  override name = 'ScopeMissing'
}
