// What the provider and other features may do with sessions.
export * as payloads from './payloads.store.ts'
export { type Bearer, bearerOf, type Impersonator, isLive, livingTokens, personOfSession } from './bearers.store.ts'
export {
  type Activity,
  deleteSession,
  endImpersonation,
  endSession,
  endSessions,
  endSessionsOf,
  insertSession,
  isSession,
  purgeExpired,
  recordActivity,
  SessionPayload,
  sessionByUid,
  sessionsChannel,
  takeUpSession,
} from './sessions.store.ts'
