// What the provider and other features may do with sessions.
export * as payloads from './payloads.store.ts'
export {
  type Activity,
  type Bearer,
  bearerOf,
  deleteSession,
  endSession,
  endSessionsOf,
  insertSession,
  livingTokens,
  personOfSession,
  purgeExpired,
  recordActivity,
  type SessionPayload,
  sessionByUid,
} from './sessions.store.ts'
