// What the logs tell, entry by entry (R3.6-03, R3.6-04, R3.6-12, R3.8-13 … R3.8-17).
import { z } from 'zod'

/** `FullUserLocked` is shown as Permanent lock. */
export const signInResults = ['Success', 'Failure', 'UserLocked', 'FullUserLocked', 'Unlocked'] as const
export const signInProviders = ['Local', 'Microsoft'] as const

/** The names that the specification gives; what else is recorded has a name of ours, the type of its audit event. */
export const auditOperations = [
  'PermissionController_GetRoles',
  'RemoveRolesInTenant',
  'GetUserWithRole',
  'InviteUsers',
  'InviteUsersWithOperationRequest',
  'LockUser',
  'TenantsController_GetEntities',
] as const

/** Who: the name as it was recorded, and the account as long as there is one. */
const who = {
  userName: z.string(),
  userId: z.uuid().nullable(),
  /** As the account is called today; null where there is none. */
  displayName: z.string().nullable(),
}

export const AuthenticationLogEntry = z.object({
  id: z.int(),
  date: z.iso.datetime(),
  ...who,
  reason: z.string(),
  result: z.enum(signInResults),
  authenticationProvider: z.enum(signInProviders),
  returnUrl: z.string().nullable(),
  ip: z.string().nullable(),
})
export type AuthenticationLogEntry = z.infer<typeof AuthenticationLogEntry>

/** Of a look, `after` is what was asked for. */
const MetaData = z.object({ subject: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })

/** System log, operation audit and API calls in one. */
export const SystemLogEntry = z.object({
  id: z.int(),
  date: z.iso.datetime(),
  ...who,
  ip: z.string().nullable(),
  apiEntry: z.string().nullable(),
  operation: z.string(),
  tenantId: z.uuid().nullable(),
  /** Of a tenant that is gone, as it was called. */
  tenantName: z.string().nullable(),
  /** How many fields changed; null for a look, and where nothing is kept of before and after. */
  changes: z.int().nullable(),
  metaData: MetaData.nullable(),
})
export type SystemLogEntry = z.infer<typeof SystemLogEntry>

const namedKinds = ['user', 'group', 'tenant', 'application', 'role', 'area'] as const
/** Something that an entry names by its id; `gone`: there is only its name left. */
export const Named = z.object({ id: z.string(), kind: z.enum(namedKinds), name: z.string(), gone: z.boolean() })
export type Named = z.infer<typeof Named>

/** One entry with what its ids stand for. */
export const SystemLogDetail = SystemLogEntry.extend({
  /** What it is about, where that is something with a name. */
  about: Named.nullable(),
  /** Who looked with the eyes of that user. */
  impersonatedBy: Named.nullable(),
  /** From the top down to the tenant itself. */
  tenantPath: z.array(Named),
  /** Everything in before and after that is an id of something with a name. */
  names: z.array(Named),
  /** Whose access it changed, and where: what “Why?” is asked about. */
  access: z.object({ identity: Named, tenant: Named }).nullable(),
  /** An undo would go through right now, by the same judgement. */
  undoable: z.boolean(),
})
export type SystemLogDetail = z.infer<typeof SystemLogDetail>

const application = {
  applicationName: z.string(),
  /** As people know it; null where it is gone. */
  applicationTitle: z.string().nullable(),
}

export const SessionLogEntry = z.object({
  id: z.string(),
  ...who,
  ...application,
  ip: z.string().nullable(),
  start: z.iso.datetime(),
  lastActivity: z.iso.datetime(),
  end: z.iso.datetime().nullable(),
  endReason: z.string().nullable(),
})
export type SessionLogEntry = z.infer<typeof SessionLogEntry>

export const ExternalApiAccess = z.object({
  id: z.int(),
  date: z.iso.datetime(),
  tokenName: z.string(),
  ...who,
  method: z.string(),
  apiEntry: z.string(),
  ip: z.string(),
  statusCode: z.int(),
})
export type ExternalApiAccess = z.infer<typeof ExternalApiAccess>

export const LoginHistoryEntry = z.object({
  id: z.string(),
  ...who,
  ...application,
  /** Of the application, as they were at that moment; empty for sign-ins before this was kept. */
  roles: z.array(z.string()),
  date: z.iso.datetime(),
  ip: z.string().nullable(),
})
export type LoginHistoryEntry = z.infer<typeof LoginHistoryEntry>

/**
 * Where the chain of the log stood: kept elsewhere, it shows that nothing up to there was changed (`audit:verify
 * --head`).
 */
export const LogHead = z.object({
  seal: z.int(),
  /** The last entry that the chain had. */
  lastEntry: z.int(),
  hash: z.string(),
  sealedOn: z.iso.datetime(),
})
export type LogHead = z.infer<typeof LogHead>

/** An entry of the log, or a seal of its chain, by its number. */
export const LogBreak = z.object({
  what: z.enum(['entry-edited', 'entry-deleted', 'entry-inserted', 'seal-edited', 'seal-deleted']),
  number: z.int(),
})
export type LogBreak = z.infer<typeof LogBreak>

export const LogChain = z.object({
  /** Null before the first seal. */
  sealed: LogHead.omit({ hash: true }).nullable(),
  unsealed: z.int(),
  /** The last time that somebody had all seals verified. */
  verified: z
    .object({ on: z.iso.datetime(), seals: z.int(), entries: z.int(), firstBreak: LogBreak.nullable() })
    .nullable(),
})
export type LogChain = z.infer<typeof LogChain>
