// The whole server as a value: database → services → features → HTTP and jobs. `main.ts` and the tests start it.
import './oidc/runtime-name.ts'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { hasAnyRole, type RoleName, roleNames } from '#contract/kernel/role-name.ts'
import type { Config } from './config.ts'
import { registerDemoMail } from './demo/mailbox-pages.ts'
import { features } from './features.ts'
import { bearerOf } from './features/sessions/sessions.public.ts'
import { registerApi } from './http/api.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { knownOrigins, registerCors } from './http/cors.ts'
import { registerPages } from './http/pages.ts'
import { createServer } from './http/serve.ts'
import type { Ledger } from './kernel/commit.ts'
import type { Actor, Services, Settings } from './kernel/context.ts'
import type { Mailer } from './kernel/mail.ts'
import { createActivity } from './oidc/activity.ts'
import { ensureKeys } from './oidc/keys.ts'
import { type LiveProvider, startProvider } from './oidc/live-provider.ts'
import { mountProvider } from './oidc/mount.ts'
import { createExternalProvider } from './platform/external/external-provider.ts'
import { folderMailer, mailFolder } from './platform/mail/folder-mailer.ts'
import { smtpMailer } from './platform/mail/smtp-mailer.ts'
import type { Connection, Database } from './platform/postgres/database.ts'
import { createPasswords } from './platform/secrets/passwords.ts'
import { createSeal, sharedSecret } from './platform/secrets/seal.ts'
import { rotationChannel, startQueue } from './start-queue.ts'

export type PorticoOptions = {
  readonly config: Config
  readonly database: Database
  /** The same database, for the queue's own connections. */
  readonly connection: Connection
  readonly webFolder: string
  /** Tests move the clock. */
  readonly now?: () => Date
  readonly mailer?: Mailer
}

export type Portico = { readonly app: FastifyInstance; readonly services: Services; rotateKeys(): Promise<void>; close(): Promise<void> }

export const settingsOf = (config: Config): Settings => ({
  origin: config.origin,
  identityUrl: `${config.origin}/identity`,
  environment: config.production ? 'production' : 'demonstration',
  demonstration: !config.production,
  responseType: config.responseType,
  companyDomains: config.companyDomains,
  clientPortal: config.clientPortal,
  helpDesk: config.helpDesk,
  contactUrl: config.contactUrl,
  companySelection: config.companySelection,
  externalProvisioning: config.externalProvisioning,
  supportAddress: config.supportAddress,
  sessionCookie: config.origin.startsWith('https:') ? '__Host-portico_session' : 'portico_session',
  sessionSeconds: 86_400,
})

type Activity = ReturnType<typeof createActivity>

export const startPortico = async (options: PorticoOptions): Promise<Portico> => {
  const { config, database, connection, now = () => new Date() } = options
  const log = pino({ level: config.logLevel, redact: ['req.headers', '*.password', '*.token'] })
  await database.transaction(ensureKeys)
  const activity = createActivity(database, (error) => log.warn({ err: error }, 'activity was not recorded'))
  const { services, provider } = await openServices({ config, database, watch: activity.watch })
  const queue = await startQueue({ database, connection, services, provider, mailer: mailerOf(options), log, now })
  const following = await followKeys(database, provider, (error) => log.warn({ err: error }, 'the keys were not read'))
  const app = await buildApp(options, { services, provider, log, now, ledger: queue.ledger, note: activity.note })
  return {
    app,
    services,
    rotateKeys: () => queue.rotate(true),
    close: async () => {
      await app.close()
      await queue.stop()
      await following.close()
      await activity.stop()
    },
  }
}

const openServices = async ({ config, database, watch }: Pick<PorticoOptions, 'config' | 'database'> & { watch: Activity['watch'] }) => {
  const services: Services = {
    settings: settingsOf(config),
    seal: createSeal(await sharedSecret(database, 'seal')),
    passwords: await createPasswords(),
    externalProvider: config.microsoft && createExternalProvider(config.microsoft),
    backchannel: { sessionsEnded: (sessions) => provider.sessionsEnded(sessions) },
  }
  const cookieKeys = [(await sharedSecret(database, 'provider-cookies')).toString('base64')]
  const provider = await startProvider({ db: database, services, cookieKeys, watch })
  return { services, provider }
}

const mailerOf = ({ mailer, config }: PorticoOptions): Mailer => {
  if (mailer) return mailer
  return config.smtpUrl ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom }) : folderMailer({ folder: mailFolder(config.dataFolder), from: config.mailFrom })
}

/** Told of a rotation by any instance, and looking by itself each minute: a new key starts to sign by the clock. */
const followKeys = async (database: Database, provider: LiveProvider, failed: (error: unknown) => void) => {
  const listening = await database.listen(rotationChannel, () => void provider.refresh().catch(failed))
  const everyMinute = setInterval(() => void provider.refresh().catch(() => undefined), 60_000)
  everyMinute.unref()
  return {
    close: () => {
      clearInterval(everyMinute)
      return listening.close()
    },
  }
}

type AppParts = { services: Services; provider: LiveProvider; log: Logger; now: () => Date; ledger: Ledger; note: Activity['note'] }

const buildApp = async ({ config, database, webFolder }: PorticoOptions, { services, provider, log, now, ledger, note }: AppParts) => {
  const { settings } = services
  const app = await createServer({ trustProxy: config.trustProxy, secure: settings.origin.startsWith('https:'), log })
  const origins = knownOrigins(database)
  registerCors(app, origins)
  registerApi(app, { features, db: database, ledger, services, now, newId: randomUUID, authenticate: authenticator(database, note) })
  await registerApiDocs(app, features)
  await mountProvider(app, { provider, settings, origins })
  if (settings.demonstration && !config.smtpUrl) registerDemoMail(app, mailFolder(config.dataFolder))
  await registerPages(app, { folder: path.resolve(webFolder), settings })
  return app
}

/** A token of the portal's own scope, alive with its session and its owner; its use keeps the application "connected". */
const authenticator = (database: Database, note: Activity['note']) => async (token: string): Promise<Actor | undefined> => {
  const bearer = await bearerOf(database, token)
  if (!bearer?.scope.split(' ').includes('identity')) return undefined
  if (bearer.sessionUid) note({ sessionUid: bearer.sessionUid, applicationName: bearer.clientId, userId: bearer.userId, at: new Date() })
  const roles = new Set(bearer.roles.filter((role): role is RoleName => hasAnyRole([role], roleNames)))
  return { kind: 'user', id: bearer.userId, userName: bearer.userName, roles, sessionUid: bearer.sessionUid ?? undefined, clientId: bearer.clientId }
}
