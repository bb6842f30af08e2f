// What lists of logs are asked. Times are `YYYY-MM-DD HH:mm:ss` or ISO 8601, in UTC where they do not say.
import { z } from 'zod'
import { issue } from './kernel/issue.ts'
import { filterOf, flag, listQuery, pageOf } from './kernel/page.ts'
import { signInProviders, signInResults } from './log-entries.ts'

const written =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[ T](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(?<zone>Z|[+-]\d{2}:\d{2})?)?$/i

/** What is left out of a time: the beginning of that day, minute or second, or its end. */
const rest = { start: '00:00:00.000', end: '23:59:59.999' } as const

const isDay = (day: string) => {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** Undefined where it is no time. */
const readMoment = (text: string, side: keyof typeof rest): Date | undefined => {
  const { day = '', time = '', zone = 'Z' } = written.exec(text.trim())?.groups ?? {}
  const moment = new Date(`${day}T${time}${rest[side].slice(time.length, 12)}${zone.toUpperCase()}`)
  return day && isDay(day) && !Number.isNaN(moment.getTime()) ? moment : undefined
}

const moment = (side: keyof typeof rest) =>
  z
    .string()
    .optional()
    .transform((text, { issues, value }) => {
      if (text === undefined || text.trim() === '') return undefined
      const read = readMoment(text, side)
      if (!read) issues.push({ code: 'custom', input: value, message: issue('not-a-time') })
      return read
    })

const id = filterOf(z.uuid({ error: issue('not-an-id') }))
const text = z.string().trim().max(200).optional()
const oneOf = <const Value extends string>(values: readonly Value[]) => filterOf(z.enum(values))

const common = { startDate: moment('start'), endDate: moment('end'), userId: id }

export const AuthenticationLogQuery = listQuery({
  ...common,
  result: oneOf(signInResults),
  provider: oneOf(signInProviders),
})
export type AuthenticationLogQuery = z.output<typeof AuthenticationLogQuery>

/** R7.10-03, R7.10-06. `metadataTenantId`, `metadataUserId`: what an entry is about, whoever did it and wherever. */
export const SystemLogQuery = listQuery({
  ...common,
  operation: text,
  /** Without what was only looked up. */
  changesOnly: flag,
  /** The search looks at before and after, too. */
  intoMetadata: flag,
  metadataTenantId: id,
  metadataUserId: id,
  tenantId: id,
  /** With the tenants below the one that is asked for. */
  includeHierarchy: flag,
  ip: text,
  apiEntry: text,
})
export type SystemLogQuery = z.output<typeof SystemLogQuery>

export const SessionLogQuery = listQuery({ ...common, applicationName: text })
export type SessionLogQuery = z.output<typeof SessionLogQuery>

export const ExternalApiAccessQuery = listQuery({ ...common, ip: text, apiEntry: text })
export type ExternalApiAccessQuery = z.output<typeof ExternalApiAccessQuery>

/** Logs are long: what is counted and searched is bounded (docs/decisions/0041). */
export const logPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({
    /** Otherwise there are more than 10,000, and `count` is about right. */
    countIsExact: z.boolean(),
    /** A search looked this far back and no further; `endDate` asks on from there. */
    searchedBackTo: z.iso.datetime().nullable(),
  })

/** Of the end of a day, in UTC; of now where none is said. */
export const LogHeadQuery = z.object({ day: z.iso.date({ error: issue('not-a-time') }).optional() })
