// The first page of the administration: counts, series for its charts, and what waits for somebody (R7.11, R2.5-17).
import { z } from 'zod'
import { Queued } from './notifications.ts'
import { isKept } from './kernel/as-of.ts'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { issue } from './kernel/issue.ts'
import { TimeZone } from './kernel/time-zone.ts'
import { logs } from './logs.ts'
import { globalTenant } from './tenants.ts'

/** Null is of what the caller may not look at: a count would tell of it. */
const count = z.number().int().nullable()

export const Summary = z.object({
  usersCount: count,
  groupsCount: count,
  appsCount: count,
  areasCount: count,
  tenantsCount: count,
})
export type Summary = z.infer<typeof Summary>

/** R3.8-22 */
export const Series = z.array(z.object({ key: z.string(), value: z.number() }))
export type Series = z.infer<typeof Series>

/** `key` is the beginning of the hour, in UTC; `dayBefore` the same hour a day earlier. */
export const HourlySeries = z.array(
  z.object({ key: z.iso.datetime(), value: z.number().int(), dayBefore: z.number().int() }),
)
export type HourlySeries = z.infer<typeof HourlySeries>

/** One fact for each tile; null where its tile is not the caller's. */
export const Facts = z.object({
  waitingRequests: count,
  /** The caller's own, which expire within seven days. */
  expiringTokens: count,
  activeTokens: count,
  tenantsWithSecondFactor: count,
  eventsToday: count,
  /** By failed sign-ins or by an administrator. */
  lockedUsers: count,
  /** Requests to exercise rights that are not answered. */
  openRightsRequests: count,
  /** Of the last thirty minutes, and how many applications they used. */
  connectedUsers: count,
  connectedApplications: count,
  /** Additive, and so are all below. */
  policies: count,
  /** Jobs that were given up, and wait for somebody to send them again. */
  failedJobs: count,
  /** By the server, since they failed for days or were gone. */
  disabledWebhooks: count,
  /** Of the last hour, and how many there are in an hour, by the 24 before it. */
  failedSignIns: count,
  usualFailedSignIns: count,
  /** What the last verification of the log found. */
  logChain: z.enum(['unverified', 'whole', 'broken']).nullable(),
})
export type Facts = z.infer<typeof Facts>

/** Somebody did something; `about`: the name of what it was done to, as far as it has one. */
export const LastChange = z.object({
  id: z.int(),
  date: z.iso.datetime(),
  userName: z.string(),
  displayName: z.string().nullable(),
  /** A job did it, and `userName` is its name. */
  bySystem: z.boolean(),
  /** The type of the audit event. */
  type: z.string(),
  about: z.string().nullable(),
})
export type LastChange = z.infer<typeof LastChange>

const written = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/
const noTime = { error: issue('as-of-not-valid') }

/**
 * ISO 8601, or `DD-MM-YYYY HH:mm:ss` (R7.11-06); on the clock of a time zone where it says none. `dayBegins`,
 * `dayEnds`: what a day alone means.
 */
const momentAt = (clock: string) =>
  z
    .union(
      [
        z.iso.datetime({ offset: true, local: true }),
        z.iso.date().transform((day) => `${day}T${clock}`),
        z
          .string()
          .regex(written)
          .transform((text) => text.replace(written, '$3-$2-$1T$4:$5:$6'))
          .pipe(z.iso.datetime({ local: true })),
      ],
      noTime,
    )
    .refine(isKept, noTime)
const dayBegins = momentAt('00:00:00')
const dayEnds = momentAt('23:59:59')

const administrators = anyOf('Administrator')
const path = (name: string) => `/admin/dashboard/${name}` as const

export const dashboard = endpoints({
  summary: {
    method: 'GET',
    path: path('summary'),
    access: anyOf('Administrator', 'UserAdministrator', 'God'),
    summary: 'How many there are of each; null for what the caller may not list.',
    output: Summary,
  },
  facts: {
    method: 'GET',
    path: path('facts'),
    access: anyOf('Administrator', 'UserAdministrator', 'God'),
    summary: 'What waits and what looks wrong; null for what the caller may not look at.',
    query: z.object({
      /** Additive: in which it is today, where it is not UTC. */
      timeZone: TimeZone.default('UTC'),
    }),
    output: Facts,
  },
  lastChanges: {
    method: 'GET',
    path: path('lastChanges'),
    access: logs.system.access,
    summary: 'The last five entries of the system log that changed something, newest first.',
    output: z.array(LastChange),
  },
  loginLastHours: {
    method: 'GET',
    path: path('loginLastHours'),
    access: administrators,
    summary: 'Successful sign-ins in each of the last nine hours, the running one included.',
    output: HourlySeries,
  },
  adminPerApp: {
    method: 'GET',
    path: path('adminPerApp'),
    access: administrators,
    summary: 'Global administrators of each application: who has a role named Administrator at Global (A-152).',
    output: Series,
  },
  connectedPerApp: {
    method: 'GET',
    path: path('connectedPerApp'),
    access: administrators,
    summary: 'People who used each application in the last thirty minutes (A-153).',
    output: Series,
  },
  globalAdminPerAreas: {
    method: 'GET',
    path: path('globalAdminPerAreas'),
    access: administrators,
    summary: 'Administrators of an application at a tenant by their area; of the portal at Global unless said (A-152).',
    query: z.object({
      tenantId: z.uuid().default(globalTenant),
      appId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    }),
    output: Series,
  },
  externalApiAccess: {
    method: 'GET',
    path: path('externalApiAccess'),
    access: anyOf('Administrator', 'God'),
    summary:
      'Calls with personal access tokens by the user whose they are, most first; of the last seven days unless said.',
    query: z.object({
      startDate: dayBegins.optional(),
      endDate: dayEnds.optional(),
      /** Additive: that of times that say none, where it is not UTC. */
      timeZone: TimeZone.default('UTC'),
    }),
    output: Series,
  },
  adminReport: {
    method: 'POST',
    path: path('adminReport'),
    access: administrators,
    summary: 'The administrators of these applications at every tenant, as a workbook, in the background.',
    input: z
      .array(z.number().int().min(1).max(2_147_483_647), { error: issue('report-without-application') })
      .min(1, issue('report-without-application'))
      .max(1_000),
    example: () => [1],
    streams: true,
    output: Queued,
  },
})
