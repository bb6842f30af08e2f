// What the provider and other features may do with sessions.
export * as payloads from './payloads.store.ts'
export {
  type Activity,
  type Bearer,
  bearerOf,
  deleteSession,
  endActing,
  endSession,
  endSessions,
  endSessionsOf,
  type Impersonator,
  insertSession,
  livingTokens,
  personOfSession,
  purgeExpired,
  recordActivity,
  type SessionPayload,
  sessionByUid,
  takeUpSession,
} from './sessions.store.ts'
