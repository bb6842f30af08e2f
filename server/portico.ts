// The whole server as a value: database → services → features → HTTP and jobs. `main.ts` and the tests start it.
import './oidc/runtime-name.ts'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createAuthentication } from './authentication.ts'
import type { Config } from './config.ts'
import { registerDemoMail } from './demo/mailbox-pages.ts'
import { features } from './features.ts'
import { asReviewed } from '#server/features/access-preview/access-preview.public.ts'
import { realtimeChannel, realtimeMessages } from '#server/features/notifications/notifications.public.ts'
import { sessionsChannel } from '#server/features/sessions/sessions.public.ts'
import { limitAnonymous } from './http/anonymous-limit.ts'
import { registerApi } from './http/api.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { knownOrigins, registerCors } from './http/cors.ts'
import { refuseWhileStopping } from './http/early.ts'
import { type JobDashboardOptions, jobsPath, registerJobDashboard } from './http/job-dashboard.ts'
import { registerPages } from './http/pages.ts'
import { registerRealtime } from './realtime/realtime.ts'
import { createServer } from './http/serve.ts'
import type { UnitOfWork } from './kernel/commit.ts'
import type { Services, Settings } from './kernel/context.ts'
import type { Mailer } from './kernel/ports/mail.ts'
import type { ProcessKind } from './kernel/process.ts'
import { createActivity } from './oidc/activity.ts'
import { sparingly, type TellFailure, watchClientFailures } from './oidc/client-failures.ts'
import { ensureKeys } from './oidc/keys.ts'
import { type LiveProvider, startProvider } from './oidc/live-provider.ts'
import { mountProvider } from './oidc/mount.ts'
import { createSheets } from './platform/excel/sheets.ts'
import { createExternalProvider } from './platform/external/external-provider.ts'
import { createDashboard } from './platform/jobs/dashboard.ts'
import { createImages } from './platform/images/images.ts'
import type { JobTiming } from './platform/jobs/jobs.ts'
import { folderMailer, mailFolder } from './platform/mail/folder-mailer.ts'
import { smtpMailer } from './platform/mail/smtp-mailer.ts'
import type { Connection, Database } from './platform/postgres/database.ts'
import { createPasswords, type PasswordOptions } from './platform/secrets/passwords.ts'
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
  /** Tests bring processes of their own. */
  readonly processes?: readonly ProcessKind[]
  /** Tests read the log. */
  readonly logTo?: DestinationStream
  /** Tests do not wait as long. */
  readonly jobTiming?: Partial<JobTiming>
  readonly passwords?: PasswordOptions
}

export type Portico = {
  readonly app: FastifyInstance
  readonly services: Services
  readonly unitOfWork: UnitOfWork
  rotateKeys(): Promise<void> /** Tells balancers to go elsewhere; goes on answering. */
  drain(): void
  close(): Promise<void>
}

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
  identifyAs: config.identifyAs,
  supportAddress: config.supportAddress,
  sessionCookie: config.origin.startsWith('https:') ? '__Host-portico_session' : 'portico_session',
  sessionSeconds: 86_400,
})

export const startPortico = async (options: PorticoOptions): Promise<Portico> => {
  const { config, database, connection, now = () => new Date() } = options
  const log = pino({ level: config.logLevel, redact: ['req.headers', '*.password', '*.token'] }, options.logTo)
  await database.transaction(ensureKeys)
  const activity = createActivity(database, (error) => log.warn({ err: error }, 'activity was not recorded'))
  const tellFailure = sparingly((failure) => log.warn(failure, 'an application was not let in'))
  const watch = (provider: Provider) => {
    activity.watch(provider)
    watchClientFailures(provider, tellFailure)
  }
  const { services, provider } = await openServices({ config, database, watch, passwords: options.passwords })
  const queue = await startQueue({
    database,
    connection,
    services,
    provider,
    mailer: mailerOf(options),
    log,
    now,
    processes: options.processes,
    jobTiming: options.jobTiming,
  })
  const following = await followKeys(database, provider, (error) => log.warn({ err: error }, 'the keys were not read'))
  const authentication = createAuthentication(database, {
    note: activity.note,
    now,
    failed: (error) => log.warn({ err: error }, 'uses of tokens were not recorded'),
  })
  const { app, drain } = await buildApp(options, {
    services,
    provider,
    log,
    now,
    unitOfWork: queue.unitOfWork,
    contextFor: queue.contextFor,
    authentication,
    tellFailure,
  })
  return {
    app,
    services,
    unitOfWork: queue.unitOfWork,
    rotateKeys: () => queue.rotate(true),
    drain,
    close: async () => {
      await app.close()
      await queue.stop()
      await following.close()
      await activity.stop()
      await authentication.stop()
    },
  }
}

type ServiceParts = Pick<PorticoOptions, 'config' | 'database' | 'passwords'> & { watch: (provider: Provider) => void }

const openServices = async ({ config, database, watch, passwords }: ServiceParts) => {
  const services: Services = {
    settings: settingsOf(config),
    seal: createSeal(await sharedSecret(database, 'seal')),
    passwords: await createPasswords(passwords),
    externalProvider: config.microsoft && createExternalProvider(config.microsoft),
    sheets: createSheets(),
    images: createImages(),
    backchannel: { sessionsEnded: (sessions) => provider.sessionsEnded(sessions) },
  }
  const cookieKeys = [(await sharedSecret(database, 'provider-cookies')).toString('base64')]
  const provider = await startProvider({ db: database, services, cookieKeys, watch })
  return { services, provider }
}

const mailerOf = ({ mailer, config }: PorticoOptions): Mailer => {
  if (mailer) return mailer
  return config.smtpUrl
    ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom })
    : folderMailer({ folder: mailFolder(config.dataFolder), from: config.mailFrom })
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

type AppParts = {
  services: Services
  provider: LiveProvider
  log: Logger
  now: () => Date
  unitOfWork: UnitOfWork
  contextFor: Awaited<ReturnType<typeof startQueue>>['contextFor']
  authentication: ReturnType<typeof createAuthentication>
  tellFailure: TellFailure
}

const buildApp = async (options: PorticoOptions, parts: AppParts) => {
  const { config, database, webFolder } = options
  const { services, provider, log, now, unitOfWork, authentication, tellFailure } = parts
  const { settings } = services
  const app = await createServer({ trustProxy: config.trustProxy, secure: settings.origin.startsWith('https:'), log })
  const { drain } = refuseWhileStopping(app)
  const limit = await limitAnonymous(app, config.anonymousPerMinute)
  const origins = knownOrigins(database)
  registerCors(app, origins)
  registerApi(app, {
    asReviewed,
    features,
    db: database,
    unitOfWork,
    services,
    now,
    newId: randomUUID,
    limit,
    ...authentication,
    failed: (error) => log.error({ err: error }, 'a long action failed'),
  })
  await registerApiDocs(app, features)
  await mountProvider(app, { provider, settings, origins, limit, tellFailure })
  if (settings.demonstration && !config.smtpUrl) registerDemoMail(app, mailFolder(config.dataFolder))
  await registerRealtime(app, {
    ...authentication,
    ...realtimeMessages(database),
    ownOrigin: settings.origin,
    origins,
    listen: (heard) => database.listen(realtimeChannel, heard),
    listenToEnds: (heard) => database.listen(sessionsChannel, heard),
    failed: (error) => log.warn({ err: error }, 'the hub met an error'),
  })
  await registerJobDashboard(app, jobDashboard(options, parts))
  await registerPages(app, { folder: path.resolve(webFolder), settings })
  return { app, drain }
}

const jobDashboard = (
  { connection }: PorticoOptions,
  { services: { settings }, authentication, contextFor }: AppParts,
): JobDashboardOptions => ({
  settings,
  bySession: authentication.bySession,
  dashboard: createDashboard(connection, { basePath: jobsPath, host: new URL(settings.origin).host }),
  changing: async (actor, { method, path: subject, ip }) => {
    const ctx = contextFor(actor, { ip, apiEntry: `${method} ${jobsPath}`, language: 'en' })
    await ctx.commit(async () => ({ result: undefined, events: [{ type: 'jobs.managed', subject }] }))
  },
})
