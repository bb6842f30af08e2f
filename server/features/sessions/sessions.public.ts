// What the provider and other features may do with sessions.
export { authorize } from './authorizations.store.ts'
export * as payloads from './payloads.store.ts'
export { applyGathered } from './exchanges.store.ts'
export { backChannelLogout, logouts } from './back-channel-logout.ts'
export {
  type Bearer,
  bearerOf,
  bearersOf,
  isLive,
  livingTokens,
  personOfSession,
} from './bearers.store.ts'
export {
  deleteSession,
  endImpersonation,
  endSession,
  endSessions,
  endSessionsOf,
  type EndedSession,
  sessionsChannel,
} from './ended-sessions.store.ts'
export {
  type Activity,
  confirmSession,
  insertSession,
  isSession,
  purgeExpired,
  recordActivity,
  type SessionChange,
  SessionPayload,
  sessionByUid,
  takeUpSession,
} from './sessions.store.ts'
export { sessionLogData, sessionsData } from './personal-data.store.ts'
