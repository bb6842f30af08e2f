// Policies with rules: who may open which application or do which act (docs/access-policies.md). A body without `rules`
// is a document that nobody reads.
import { isIP } from 'node:net'
import { z } from 'zod'
import { issue } from '#contract/kernel/issue.ts'
import { isZone } from '#contract/kernel/time-zone.ts'
import { asCodes, issuesOf } from '#server/kernel/issue.ts'
import { type Fault, readYaml } from './yaml.rules.ts'

const text = z.string().trim().min(1).max(200)
const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(200)

const isRange = (range: string) => {
  const [address = '', bits, ...more] = range.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, issue('not-a-time'))

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const Hours = z.strictObject({
  zone: z.string().max(64).refine(isZone, issue('not-a-choice')),
  days: some(z.enum(weekdays)).optional(),
  from: clock,
  /** Not after `from`: of the next day. */
  to: clock,
})

const Conditions = z.strictObject({
  users: some(text).optional(),
  /** `application/role`, effective at whatever tenant. */
  roles: some(text.regex(/^[^/]+\/.+$/, issue('not-valid'))).optional(),
  groups: some(text).optional(),
  tenants: some(z.strictObject({ id: z.uuid(), below: z.boolean().default(false) })).optional(),
  addresses: some(z.string().max(64).refine(isRange, issue('not-valid'))).optional(),
  hours: Hours.optional(),
  amr: some(text).optional(),
})
export type Conditions = z.output<typeof Conditions>

const Rule = z.strictObject({
  name: text.optional(),
  effect: z.enum(['allow', 'deny']),
  reason: z.string().trim().min(1).max(500),
  applications: some(text).optional(),
  acts: some(text).optional(),
  when: Conditions.optional(),
  unless: Conditions.optional(),
})

const AccessPolicy = z.strictObject({
  mode: z.enum(['report', 'enforce']).default('report'),
  otherwise: z.enum(['allow', 'deny']).default('allow'),
  rules: z.array(Rule).min(1).max(200),
})

export type PolicyRule = z.output<typeof Rule> & { readonly line: number }
export type AccessPolicy = Omit<z.output<typeof AccessPolicy>, 'rules'> & { readonly rules: readonly PolicyRule[] }

type ParsedPolicy = { readonly faults: readonly Fault[]; readonly policy: AccessPolicy | undefined }

const hasRules = (value: unknown) => typeof value === 'object' && value !== null && 'rules' in value

/** Of a list, its places are numbers. */
const numbered = (part: string) => (/^\d+$/.test(part) ? Number(part) : part)

export const parsePolicy = (body: string): ParsedPolicy => {
  const read = readYaml(body)
  if (read.faults.length > 0 || !('value' in read)) return { faults: read.faults, policy: undefined }
  if (!hasRules(read.value)) return { faults: [], policy: undefined }
  const { data, error } = AccessPolicy.safeParse(read.value, asCodes)
  const faults = issuesOf(error).map(({ field = '', code, data: of = {} }) => ({
    ...{ code, data: of, setting: field === 'body' ? null : field },
    ...read.placeOf(field === 'body' ? [] : field.split('.').map(numbered)),
  }))
  if (!data) return { faults, policy: undefined }
  const rules = data.rules.map((rule, at) => ({ ...rule, line: read.placeOf(['rules', at]).line ?? 1 }))
  return { faults: [], policy: { ...data, rules } }
}
