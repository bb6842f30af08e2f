// The logs before a played server.
import type { Language } from '#contract/kernel/language.ts'
import type { AuthenticationLogEntry, SystemLogDetail, SystemLogEntry } from '#contract/log-entries.ts'
import { type Answers, open } from '#web/app/portal.harness.tsx'

export const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`

const luca = { userName: 'luca.navarro', userId: id('a1'), displayName: 'Luca Navarro' }

export const removal: SystemLogEntry = {
  id: 42,
  date: '2026-11-20T17:52:09.120Z',
  ...luca,
  ip: '10.24.8.44',
  apiEntry: 'POST /api/v1/admin/tenants/:tenantId/members/revokeAccess',
  operation: 'RemoveRolesInTenant',
  tenantId: id('f1'),
  tenantName: 'Client Company',
  changes: 2,
  metaData: {
    subject: id('e1'),
    before: {
      id: id('e1'),
      identityId: id('a2'),
      isInheritable: true,
      roles: [{ roleId: id('d1'), role: 'Grants: Manager' }],
    },
    after: { id: id('e1'), identityId: id('a2'), isInheritable: false, roles: [] },
  },
}

export const look: SystemLogEntry = {
  ...removal,
  id: 41,
  date: '2026-11-20T17:47:33.000Z',
  operation: 'GetUserWithRole',
  apiEntry: 'GET /api/v1/admin/applications/:id/usersWithRoles',
  tenantId: null,
  tenantName: null,
  changes: null,
  metaData: null,
}

const named = (end: string, kind: 'user' | 'tenant', name: string) => ({ id: id(end), kind, name, gone: false })
const ines = named('a2', 'user', 'Inês Hoffmann')
const company = named('f1', 'tenant', 'Client Company')

export const opened: SystemLogDetail = {
  ...removal,
  about: ines,
  impersonatedBy: null,
  tenantPath: [named('f0', 'tenant', 'Iberia'), company],
  names: [ines, company],
  access: { identity: ines, tenant: company },
  undoable: true,
}

export const attempt = (number: number, change: Partial<AuthenticationLogEntry> = {}): AuthenticationLogEntry => ({
  id: number,
  date: '2026-11-20T08:00:00.000Z',
  ...luca,
  reason: 'Signed in',
  result: 'Success',
  authenticationProvider: 'Local',
  returnUrl: null,
  ip: '10.24.8.17',
  ...change,
})

const visit = {
  id: 'session',
  ...luca,
  applicationName: 'grants',
  applicationTitle: 'Grants',
  ip: '10.24.8.17',
}
const session = {
  ...visit,
  start: '2026-11-20T08:00:00.000Z',
  lastActivity: '2026-11-20T09:10:00.000Z',
  end: null,
  endReason: null,
}

const externalCall = {
  id: 7,
  date: '2026-11-20T08:00:00.000Z',
  tokenName: 'nightly sync',
  ...luca,
  method: 'GET',
  apiEntry: '/api/v1/admin/users',
  ip: '10.24.8.90',
  statusCode: 403,
}

const login = { ...visit, roles: ['Manager', 'Reader'], date: session.start }

export const page = (items: readonly object[], more: object = {}) => ({
  body: { items, count: items.length, countIsExact: true, searchedBackTo: null, ...more },
})

const answers: Answers = {
  'GET /admin/authenticationlogs': page([
    attempt(3),
    attempt(2, { result: 'FullUserLocked', reason: 'Too many failed attempts' }),
    attempt(1, {
      result: 'Failure',
      reason: 'Incorrect username or password',
      userId: null,
      displayName: null,
      userName: 'root',
    }),
  ]),
  'GET /admin/systemlog': page([removal, look]),
  'GET /admin/systemlog/operations': { body: { items: ['LockUser', 'RemoveRolesInTenant', 'area.changed'] } },
  'GET /admin/systemlog/42': { body: opened },
  'GET /admin/systemlog/41': {
    body: { ...look, about: null, impersonatedBy: null, tenantPath: [], names: [], access: null, undoable: false },
  },
  'GET /admin/sessionlog': page([session]),
  'GET /admin/externalApiAccessLog': page([externalCall]),
  'GET /admin/loginHistory': page([login]),
  'GET /admin/users': { body: { items: [], count: 0 } },
  'GET /admin/tenants': { body: { items: [], count: 0 } },
}

type Visit = { role?: string[]; more?: Answers; language?: Language }

export const at = (path: string, { role = ['Administrator'], more = {}, language }: Visit = {}) =>
  open({
    at: `/identity/admin${path}`,
    who: { role },
    answers: { ...answers, ...more },
    ...(language && { language }),
  })
