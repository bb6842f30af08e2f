// The security configurations that the server reads: their schemas, and the settings that they stand for.
import { stringify } from 'yaml'
import { z } from 'zod'
import { issue } from '#contract/kernel/issue.ts'
import type { SettingTitle } from '#contract/security-config.ts'
import type { SecuritySettings } from '#server/kernel/context.ts'
import { asCodes, issuesOf } from '#server/kernel/issue.ts'
import { type Fault, readYaml } from './yaml.rules.ts'

const whole = (least: number, most: number) => z.number().int().min(least).max(most)

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, issue('domain-not-valid'))

const Lockout = z.strictObject({
  /** Failures until a name is locked. */
  attempts: whole(3, 20),
  /** How long a lock lasts. */
  minutes: whole(1, 1440),
  /** The lock that stays until an administrator lifts it. */
  permanentAfter: whole(1, 10),
})
const Sessions = z.strictObject({ hours: whole(1, 720) })
/** A word that is shorter stands in too many passwords by chance. */
const leastOfWord = 4
const word = z.string().trim().toLowerCase().min(leastOfWord).max(64)
const PasswordPolicy = z.strictObject({
  length: whole(8, 64),
  uppercase: z.boolean(),
  lowercase: z.boolean(),
  number: z.boolean(),
  symbol: z.boolean(),
  /** 0: a password does not expire. */
  days: whole(0, 3650),
  /** So many of the last cannot be used again; each is compared when a password is set, which takes its time. */
  remembered: whole(0, 24),
  /** Words that no password contains. */
  denied: z.array(word).max(500),
})
const CompanyDomains = z.strictObject({ domains: z.array(domain).max(200) })

/** What is not said stays as it is without the configuration. */
const schemas = {
  'password-policy': PasswordPolicy.partial(),
  lockout: Lockout.partial(),
  sessions: Sessions,
  'company-domains': CompanyDomains,
} as const satisfies Readonly<Record<SettingTitle, z.ZodType>>

export const isSetting = (title: string): title is SettingTitle => Object.hasOwn(schemas, title)

/** What is wrong with a body, under its title. */
export const faultsOf = (title: string, body: string): readonly Fault[] => {
  const read = readYaml(body)
  if (read.faults.length > 0 || !('value' in read)) return read.faults
  if (!isSetting(title)) return []
  return issuesOf(schemas[title].safeParse(read.value, asCodes).error).map(({ field = '', code, data = {} }) => {
    const path = field === 'body' ? [] : field.split('.')
    return { code, data, setting: field === 'body' ? null : field, ...read.placeOf(path.map(numbered)) }
  })
}

/** Of a list, its places are numbers. */
const numbered = (part: string) => (/^\d+$/.test(part) ? Number(part) : part)

type StoredSetting = { readonly id: string; readonly title: string; readonly body: string }

const valueOf = <Schema extends z.ZodType>(title: SettingTitle, schema: Schema, stored: readonly StoredSetting[]) => {
  const found = stored.find((one) => one.title === title)
  const read = found && readYaml(found.body)
  // What an earlier version took and this one does not is as if it was not there.
  return read && 'value' in read ? schema.safeParse(read.value).data : undefined
}

type PasswordRules = SecuritySettings['passwordPolicy']

const withSaid = (standard: PasswordRules, said: Partial<z.output<typeof PasswordPolicy>> = {}): PasswordRules => ({
  least: said.length ?? standard.least,
  uppercase: said.uppercase ?? standard.uppercase,
  lowercase: said.lowercase ?? standard.lowercase,
  number: said.number ?? standard.number,
  symbol: said.symbol ?? standard.symbol,
  maxAgeDays: said.days ?? standard.maxAgeDays,
  remembered: said.remembered ?? standard.remembered,
  denied: said.denied ?? standard.denied,
})

/** `standard`: the installation's own values, where no configuration says another. */
export const settingsIn = (stored: readonly StoredSetting[], standard: SecuritySettings): SecuritySettings => {
  const passwords = valueOf('password-policy', schemas['password-policy'], stored)
  const lockout = valueOf('lockout', schemas.lockout, stored)
  const sessions = valueOf('sessions', schemas.sessions, stored)
  const companyDomains = valueOf('company-domains', schemas['company-domains'], stored)
  return {
    passwordPolicy: withSaid(standard.passwordPolicy, passwords),
    lockout: {
      attempts: lockout?.attempts ?? standard.lockout.attempts,
      minutes: lockout?.minutes ?? standard.lockout.minutes,
      permanentAfter: lockout?.permanentAfter ?? standard.lockout.permanentAfter,
    },
    sessionSeconds: sessions ? sessions.hours * 3600 : standard.sessionSeconds,
    companyDomains: companyDomains?.domains ?? standard.companyDomains,
  }
}

const writtenRules = ({ least, maxAgeDays, remembered, denied, ...classes }: PasswordRules) => ({
  ...{ length: least, ...classes },
  ...{ days: maxAgeDays, remembered, denied },
})

/** As one would write them. */
export const bodiesOf = (settings: SecuritySettings): Readonly<Record<SettingTitle, string>> => ({
  'password-policy': stringify(writtenRules(settings.passwordPolicy)),
  lockout: stringify({ ...settings.lockout }),
  sessions: stringify({ hours: settings.sessionSeconds / 3600 }),
  'company-domains': stringify({ domains: settings.companyDomains }),
})
