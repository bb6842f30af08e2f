// The only reader of the environment: checked, read once, passed on as a value.
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { demonstrationLinks, linksOf, linkVariables } from './links.ts'

const flag = z.stringbool()
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
)

const isProxy = (entry: string) => {
  const [address = '', bits, ...more] = entry.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  return ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || (isIP(address) > 0 && fits && more.length === 0)
}

/** `true` is one proxy: the address that it saw. */
const proxies = z.string().transform((text, context): false | number | string[] => {
  const said = text.trim().toLowerCase()
  if (['', 'false', '0', 'no', 'off'].includes(said)) return false
  if (['true', 'yes', 'on'].includes(said)) return 1
  if (/^\d{1,2}$/.test(said)) return Number(said)
  const entries = said.split(',').map((entry) => entry.trim())
  if (entries.every(isProxy)) return entries
  context.addIssue('a number of proxies, or their addresses: 1, or 10.0.0.0/8,192.168.1.7')
  return z.NEVER
})

const Environment = z.object({
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default(''),
  DATABASE_URL: z.string().optional(),
  PORTICO_DATA: z.string().optional(),
  PORTICO_URL: z.url({ protocol: /^https?$/ }).optional(),
  NODE_ENV: z.string().default(''),
  PORTICO_ADMIN_EMAIL: z.email().optional(),
  PORTICO_ADMIN_USER: z.string().max(256).default('administrator'),
  PORTICO_ADMIN_PASSWORD: z.string().max(128).optional(),
  PORTICO_COMPANY_DOMAINS: list.optional(),
  PORTICO_RESPONSE_TYPE: z.enum(['code', 'id_token token']).default('code'),
  PORTICO_CLIENT_PORTAL: z.string().optional(),
  ...linkVariables,
  PORTICO_COMPANY_SELECTION: flag.default(false),
  PORTICO_MICROSOFT_ISSUER: z.url().optional(),
  PORTICO_MICROSOFT_CLIENT_ID: z.string().optional(),
  PORTICO_MICROSOFT_CLIENT_SECRET: z.string().optional(),
  PORTICO_MICROSOFT_PROVISIONING: flag.default(false),
  PORTICO_IDENTIFY_AS: flag.default(false),
  PORTICO_SMTP_URL: z.string().optional(),
  PORTICO_MAIL_FROM: z.string().default('Portico <no-reply@portico.example>'),
  PORTICO_SUPPORT_ADDRESS: z.string().default('support@portico.example'),
  PORTICO_DATA_PROTECTION_ADDRESS: z.email().optional(),
  PORTICO_RIGHTS_DOCUMENT_DAYS: z.coerce.number().int().min(1).default(180),
  PORTICO_RIGHTS_REQUEST_DAYS: z.coerce.number().int().min(1).default(1095),
  PORTICO_AUDIT_HEAD_MAIL: z.email().optional(),
  PORTICO_AUDIT_HEAD_LOG: flag.default(false),
  PORTICO_AUDIT_RETENTION_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
  PORTICO_WEBHOOK_PRIVATE: flag.default(false),
  PORTICO_WEBHOOK_HTTP: flag.default(false),
  PORTICO_TRUST_PROXY: proxies.default(false),
  PORTICO_ANONYMOUS_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  PORTICO_DIRECTORY_PER_MINUTE: z.coerce.number().int().min(0).default(1500),
  PORTICO_DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  PORTICO_EXAMPLE_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  PORTICO_LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('warn'),
})

/** One line per faulty variable, for anyone who starts the server. */
export class ConfigurationFault extends Error {}

/** What the demonstration organisation is made for. */
const demonstration = {
  companyDomains: ['portico.example', 'portico-group.example'],
  clientPortal: 'clientportal',
  dataProtectionAddress: 'privacy@portico.example',
  links: demonstrationLinks,
}

const noneStandard = { companyDomains: [], clientPortal: undefined, dataProtectionAddress: undefined, links: {} }

const microsoftOf = (env: z.output<typeof Environment>) =>
  env.PORTICO_MICROSOFT_ISSUER && env.PORTICO_MICROSOFT_CLIENT_ID
    ? {
        issuer: env.PORTICO_MICROSOFT_ISSUER,
        clientId: env.PORTICO_MICROSOFT_CLIENT_ID,
        clientSecret: env.PORTICO_MICROSOFT_CLIENT_SECRET,
      }
    : undefined

/** Who is mailed of requests to exercise rights, and how long those are kept after their answer. */
const dataProtectionOf = (env: z.output<typeof Environment>, standardAddress: string | undefined) => ({
  address: env.PORTICO_DATA_PROTECTION_ADDRESS ?? standardAddress,
  documentDays: env.PORTICO_RIGHTS_DOCUMENT_DAYS,
  requestDays: env.PORTICO_RIGHTS_REQUEST_DAYS,
})

/** Where its head goes, and how long it is kept. */
const auditLogOf = (env: z.output<typeof Environment>) => ({
  headMail: env.PORTICO_AUDIT_HEAD_MAIL,
  headInLog: env.PORTICO_AUDIT_HEAD_LOG,
  retentionMonths: env.PORTICO_AUDIT_RETENTION_MONTHS,
})

const webhooksOf = (env: z.output<typeof Environment>) => ({
  privateAddresses: env.PORTICO_WEBHOOK_PRIVATE,
  plainHttp: env.PORTICO_WEBHOOK_HTTP,
})

/** As everybody writes it: a host in small letters, no standard port, no slash at the end. */
const addressOf = (text: string) => {
  const { origin, pathname } = new URL(text)
  return (origin + pathname).replace(/\/+$/, '')
}

/** PostgreSQL runs on the same processors, and allows so many connections. */
const mostOnEmbedded = 4

/** As many as there are processors, unless said. */
const workersOf = ({ WORKERS: said, DATABASE_URL }: z.output<typeof Environment>) => {
  const most = DATABASE_URL ? 64 : mostOnEmbedded
  if (said !== undefined && said > most)
    throw new ConfigurationFault(`WORKERS: at most ${most} with the embedded database; set DATABASE_URL for more`)
  return said ?? Math.min(availableParallelism(), most)
}

export type Config = ReturnType<typeof readConfig>

const readEnvironment = (environment: Record<string, string | undefined>) => {
  const read = Environment.safeParse(environment)
  if (read.success) return read.data
  throw new ConfigurationFault(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

/** Throws a ConfigurationFault. */
export const readConfig = (environment: Record<string, string | undefined>) => {
  const env = readEnvironment(environment)
  const production = env.NODE_ENV === 'production'
  const standard = production ? noneStandard : demonstration
  return {
    port: env.PORT,
    host: env.HOST,
    workers: workersOf(env),
    databaseUrl: env.DATABASE_URL,
    dataFolder: path.resolve(env.PORTICO_DATA ?? '.data'),
    origin: addressOf(env.PORTICO_URL ?? `http://localhost:${env.PORT}`),
    addressGiven: env.PORTICO_URL !== undefined,
    production,
    firstAdministrator: {
      userName: env.PORTICO_ADMIN_USER,
      email: env.PORTICO_ADMIN_EMAIL,
      password: env.PORTICO_ADMIN_PASSWORD,
    },
    companyDomains: env.PORTICO_COMPANY_DOMAINS ?? standard.companyDomains,
    responseType: env.PORTICO_RESPONSE_TYPE,
    clientPortal: env.PORTICO_CLIENT_PORTAL ?? standard.clientPortal,
    links: linksOf(env, standard.links),
    companySelection: env.PORTICO_COMPANY_SELECTION,
    microsoft: microsoftOf(env),
    externalProvisioning: env.PORTICO_MICROSOFT_PROVISIONING,
    identifyAs: env.PORTICO_IDENTIFY_AS,
    smtpUrl: env.PORTICO_SMTP_URL,
    mailFrom: env.PORTICO_MAIL_FROM,
    supportAddress: env.PORTICO_SUPPORT_ADDRESS,
    dataProtection: dataProtectionOf(env, standard.dataProtectionAddress),
    auditLog: auditLogOf(env),
    webhooks: webhooksOf(env),
    trustProxy: env.PORTICO_TRUST_PROXY,
    perMinute: { anonymous: env.PORTICO_ANONYMOUS_PER_MINUTE, directory: env.PORTICO_DIRECTORY_PER_MINUTE },
    drainSeconds: env.PORTICO_DRAIN_SECONDS,
    examplePort: env.PORTICO_EXAMPLE_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
    logLevel: env.PORTICO_LOG_LEVEL,
  } as const
}
