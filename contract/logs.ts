// The logs: sign-ins, what was done and looked up, sessions, calls from outside (R7.10-01 … R7.10-06).
import { z } from 'zod'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { Queued } from './notifications.ts'
import {
  AuthenticationLogEntry,
  ExternalApiAccess,
  LogChain,
  LogHead,
  LoginHistoryEntry,
  SessionLogEntry,
  SystemLogDetail,
  SystemLogEntry,
} from './log-entries.ts'
import {
  AuthenticationLogQuery,
  ExternalApiAccessQuery,
  LogHeadQuery,
  logPageOf,
  SessionLogQuery,
  SystemLogQuery,
} from './log-query.ts'

/** exactly these, whoever may look at the page. */
const readers = anyOf('Administrator', 'Manager')
const excel = raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')

export const logs = endpoints({
  authentication: {
    method: 'GET',
    path: '/admin/authenticationlogs',
    access: readers,
    summary: 'Attempts to sign in and locks, newest first.',
    query: AuthenticationLogQuery,
    output: logPageOf(AuthenticationLogEntry),
  },
  exportAuthentication: {
    method: 'GET',
    path: '/admin/authenticationlogs/export',
    access: readers,
    summary: 'The same as AuthLogs.xlsx, at most a million rows.',
    records: 'AuthenticationLogs_Export',
    query: AuthenticationLogQuery,
    output: excel,
  },
  system: {
    method: 'GET',
    path: '/admin/systemlog',
    access: readers,
    summary: 'What was done, and what was looked up under a name of the specification, newest first.',
    query: SystemLogQuery,
    output: logPageOf(SystemLogEntry),
  },
  exportSystem: {
    method: 'GET',
    path: '/admin/systemlog/export',
    access: readers,
    summary: 'The same as SystemLog.xlsx, at most a million rows.',
    records: 'SystemLog_Export',
    query: SystemLogQuery,
    output: excel,
  },
  operations: {
    method: 'GET',
    path: '/admin/systemlog/operations',
    access: readers,
    summary: 'The operations that the system log has, those of the specification first.',
    output: z.object({ items: z.array(z.string()) }),
  },
  head: {
    method: 'GET',
    path: '/admin/systemlog/head',
    access: anyOf('God'),
    summary: 'Where the chain of the log stood at the end of a day, or stands; null before its first seal.',
    query: LogHeadQuery,
    output: z.object({ head: LogHead.nullable(), unsealed: z.int() }),
  },
  chain: {
    method: 'GET',
    path: '/admin/systemlog/chain',
    access: anyOf('God'),
    summary: 'Up to where the log is sealed, and what its last verification found.',
    output: LogChain,
  },
  verify: {
    method: 'POST',
    path: '/admin/systemlog/verify',
    access: anyOf('God'),
    summary:
      'Verifies all seals of the log, the heads that were sent outside and what is not sealed yet, in the background; the notification says what broke first.',
    output: Queued,
  },
  entry: {
    method: 'GET',
    path: '/admin/systemlog/:id',
    access: readers,
    summary: 'One entry of the system log, with the names of what it is about.',
    params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    output: SystemLogDetail,
  },
  sessions: {
    method: 'GET',
    path: '/admin/sessionlog',
    access: readers,
    summary: 'Who used which application in which session, newest first (A-145).',
    query: SessionLogQuery,
    output: logPageOf(SessionLogEntry),
  },
  externalApi: {
    method: 'GET',
    path: '/admin/externalApiAccessLog',
    access: readers,
    summary: 'Calls with personal access tokens, newest first (A-145, A-164).',
    query: ExternalApiAccessQuery,
    output: logPageOf(ExternalApiAccess),
  },
  loginHistory: {
    method: 'GET',
    path: '/admin/loginHistory',
    access: anyOf('Administrator'),
    summary: 'Who came into which application with which roles, newest first (R3.8-13).',
    query: SessionLogQuery,
    output: logPageOf(LoginHistoryEntry),
  },
})
