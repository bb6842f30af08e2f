// HTTP: the contract, the provider, the realtime connection, the dashboard of the queue and the pages.
import path from 'node:path'
import type { Logger } from 'pino'
import { asReviewed } from '#server/features/access-preview/access-preview.public.ts'
import { realtimeChannel, realtimeMessages } from '#server/features/notifications/notifications.public.ts'
import { requestListReaders } from '#server/features/operation-requests/operation-requests.public.ts'
import { type Activity, sessionsChannel } from '#server/features/sessions/sessions.public.ts'
import type { createAuthentication } from './authentication.ts'
import type { ContextFor } from './background-contexts.ts'
import type { Config } from './config.ts'
import { registerDemoMail } from './demo/mailbox-pages.ts'
import { features } from './features.ts'
import { limitAnonymous } from './http/anonymous-limit.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { registerApi } from './http/api.ts'
import { knownOrigins, registerCors } from './http/cors.ts'
import { countsChannel, tellCounts } from './http/shared-counts.store.ts'
import { refuseWhileStopping } from './http/early.ts'
import { callEvents } from './http/http.events.ts'
import { type JobDashboardOptions, jobsPath, registerJobDashboard } from './http/job-dashboard.ts'
import { registerPages } from './http/pages.ts'
import type { Look } from './http/recorded-looks.ts'
import { createServer } from './http/serve.ts'
import { type CountExchange, shareCounts } from './http/shared-counts.ts'
import type { UnitOfWork } from './kernel/commit.ts'
import type { Services } from './kernel/context.ts'
import { newId } from './kernel/new-id.ts'
import type { TellFailure } from './oidc/client-failures.ts'
import type { LiveProvider } from './oidc/live-provider.ts'
import { mountProvider } from './oidc/mount.ts'
import { createUserinfo } from './oidc/userinfo.ts'
import { createAuthorizationAnswers } from './oidc/usual-authorization.ts'
import { createTokenAnswers } from './oidc/usual-token-request.ts'
import { createDashboard } from './platform/jobs/dashboard.ts'
import { mailFolder } from './platform/mail/folder-mailer.ts'
import type { Connection, Database } from './platform/postgres/database.ts'
import { registerRealtime } from './realtime/realtime.ts'
import { mountScim, type ScimOptions } from './scim/mount.ts'

type Parts = {
  readonly config: Config
  readonly database: Database
  readonly connection: Connection
  readonly webFolder: string
  readonly services: Services
  readonly provider: LiveProvider
  readonly log: Logger
  readonly now: () => Date
  readonly unitOfWork: UnitOfWork
  readonly contextFor: ContextFor
  readonly authentication: ReturnType<typeof createAuthentication>
  readonly tellFailure: TellFailure
  readonly looks: { add(look: Look): void }
  /** Who uses which application. */
  readonly note: (activity: Activity) => void
}

export const buildApp = async (parts: Parts) => {
  const { config, database, webFolder, services, provider, log, now, unitOfWork, authentication, tellFailure } = parts
  const { settings } = services
  const app = await createServer({ trustProxy: config.trustProxy, secure: settings.origin.startsWith('https:'), log })
  const stopping = refuseWhileStopping(app)
  const counts = await shareCounts(countExchange(parts))
  app.addHook('onClose', counts.close)
  const limit = await limitAnonymous(app, config.perMinute.anonymous, counts)
  const origins = knownOrigins(database)
  registerCors(app, origins)
  registerApi(app, {
    asReviewed,
    features,
    db: database,
    reads: database.readOnly,
    unitOfWork,
    services,
    now,
    newId,
    limit,
    looked: parts.looks.add,
    ...authentication,
    failed: (error) => log.error({ err: error }, 'a long action failed'),
  })
  await mountScim(app, { ...directories(parts), counts, limit })
  await registerApiDocs(app, features)
  await mountProvider(app, { provider, settings, origins, limit, tellFailure, ...besideProvider(parts) })
  if (settings.demonstration && !config.smtpUrl) registerDemoMail(app, mailFolder(config.dataFolder))
  await registerRealtime(app, { ...realtimeOf(parts), origins })
  await registerJobDashboard(app, jobDashboard(parts))
  await registerPages(app, { folder: path.resolve(webFolder), settings })
  return { app, stopping }
}

/** The calls that applications make most. */
const besideProvider = ({ database: db, services, provider, note }: Parts) => {
  const { settings } = services
  const clientOf = (name: string) => provider.current().Client.find(name)
  return {
    userinfo: createUserinfo({ db, identityUrl: settings.identityUrl, clientOf }),
    authorizations: createAuthorizationAnswers({ db, services, clientOf }),
    tokens: createTokenAnswers({ db, settings, clientOf, signed: provider.signed, used: note }),
  }
}

const countExchange = ({ database, log }: Parts): CountExchange => ({
  tell: (messages) => tellCounts(database, messages),
  listen: (heard) => database.listen(countsChannel, heard),
  failed: (error) => log.warn({ err: error }, 'the other instances were not told of many calls'),
})

const directories = ({
  config,
  database,
  unitOfWork,
  services,
  now,
  authentication,
  log,
}: Parts): Omit<ScimOptions, 'counts' | 'limit'> => ({
  db: database,
  reads: database.readOnly,
  unitOfWork,
  services,
  now,
  newId,
  ...authentication,
  perMinute: config.perMinute.directory,
  failed: (error, { id, method }) => log.error({ reference: id, method, err: error }, 'a call of a directory failed'),
})

const realtimeOf = ({ authentication, database, services, log }: Parts) => ({
  ...authentication,
  ...realtimeMessages(database, { readers: requestListReaders, sentenceOf: services.sentenceOf }),
  ownOrigin: services.settings.origin,
  listen: (heard: (payload: string) => void) => database.listen(realtimeChannel, heard),
  listenToEnds: (heard: (payload: string) => void) => database.listen(sessionsChannel, heard),
  failed: (error: unknown) => log.warn({ err: error }, 'the hub met an error'),
})

const jobDashboard = ({
  connection,
  services: { settings },
  authentication,
  contextFor,
}: Parts): JobDashboardOptions => ({
  settings,
  bySession: authentication.bySession,
  dashboard: createDashboard(connection, { basePath: jobsPath, host: new URL(settings.origin).host }),
  changing: async (actor, { method, path: subject, ip }) => {
    const ctx = contextFor(actor, { ip, apiEntry: `${method} ${jobsPath}`, language: 'en' })
    await ctx.commit(async () => ({ result: undefined, events: [callEvents.jobsManaged({ subject })] }))
  },
})
