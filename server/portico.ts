// The whole server as a value: database → services → features → HTTP and jobs. `main.ts` and the tests start it.
import './oidc/runtime-name.ts'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { hasAnyRole, type RoleName, roleNames } from '#contract/kernel/role-name.ts'
import type { Config } from './config.ts'
import { features } from './features.ts'
import { bearerOf, purgeExpired } from './features/sessions/sessions.public.ts'
import { purgeFailures } from './features/sign-in/attempts.store.ts'
import { signInJobs } from './features/sign-in/sign-in.reactions.ts'
import { purgeSpent } from './features/sign-in/sign-in.store.ts'
import { registerApi } from './http/api.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { knownOrigins, registerCors } from './http/cors.ts'
import { registerDemoMail } from './demo/mailbox-pages.ts'
import { registerPages } from './http/pages.ts'
import { createServer } from './http/serve.ts'
import { committer, type Ledger } from './kernel/commit.ts'
import type { Actor, Ctx, Services, Settings, Visit } from './kernel/context.ts'
import type { Mailer } from './kernel/mail.ts'
import type { Job } from './kernel/use-case.ts'
import { createActivity } from './oidc/activity.ts'
import { ensureKeys, rotateKeys } from './oidc/keys.ts'
import { startProvider } from './oidc/live-provider.ts'
import { mountProvider } from './oidc/mount.ts'
import { createExternalProvider } from './platform/external/external-provider.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { folderMailer, mailFolder } from './platform/mail/folder-mailer.ts'
import { smtpMailer } from './platform/mail/smtp-mailer.ts'
import { constraintOf, type Database } from './platform/postgres/database.ts'
import { createPasswords } from './platform/secrets/passwords.ts'
import { createSeal, sharedSecret } from './platform/secrets/seal.ts'

export type PorticoOptions = {
  readonly config: Config
  readonly database: Database
  /** The same database, for the queue's own connections. */
  readonly connection: { connectionString?: string; host?: string; port?: number; database?: string; user?: string; password?: string }
  readonly webFolder: string
  /** Tests move the clock. */
  readonly now?: () => Date
  readonly mailer?: Mailer
}

export type Portico = { readonly app: FastifyInstance; readonly services: Services; rotateKeys(): Promise<void>; close(): Promise<void> }

const rotationChannel = 'portico_keys'

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

export const startPortico = async ({ config, database, connection, webFolder, ...given }: PorticoOptions): Promise<Portico> => {
  const now = given.now ?? (() => new Date())
  const log = pino({ level: config.logLevel, redact: ['req.headers', '*.password', '*.token'] })
  const settings = settingsOf(config)
  const mailer = given.mailer ?? (config.smtpUrl ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom }) : folderMailer({ folder: mailFolder(config.dataFolder), from: config.mailFrom }))

  await database.transaction(ensureKeys)
  const seal = createSeal(await sharedSecret(database, 'seal'))
  const cookieKeys = [(await sharedSecret(database, 'provider-cookies')).toString('base64')]
  const activity = createActivity(database, (error) => log.warn({ err: error }, 'activity was not recorded'))
  const services: Services = {
    settings,
    seal,
    passwords: await createPasswords(),
    externalProvider: config.microsoft && createExternalProvider(config.microsoft),
    backchannel: { sessionsEnded: (sessions) => provider.sessionsEnded(sessions) },
  }
  const provider = await startProvider({ db: database, services, cookieKeys, watch: activity.watch })

  const jobs = createJobs({ connection, log })
  const ledger: Ledger = { transaction: (work) => database.transaction(work), constraintOf, enqueue: jobs.enqueue, reactions: features.flatMap((feature) => feature.reactions) }
  const contextFor = jobContext({ database, ledger, services, now })
  const rotate = async (force: boolean) => {
    const added = await database.transaction((tx) => rotateKeys(tx, { force }))
    if (added.length > 0) await database.query(`select pg_notify('${rotationChannel}', '')`)
    await provider.refresh()
  }
  await jobs.start({
    workers: signInJobs(mailer).map((job) => ({ name: job.name, run: (data) => job.run(contextFor(job), data) })),
    crons: [
      { name: 'rotate-keys', every: '17 * * * *', run: () => rotate(false) },
      { name: 'purge', every: '*/10 * * * *', run: async () => { await purgeExpired(database); await purgeSpent(database); await purgeFailures(database) } },
    ],
  })
  const listening = await database.listen(rotationChannel, () => void provider.refresh().catch((error: unknown) => log.warn({ err: error }, 'the keys were not read')))
  const everyMinute = setInterval(() => void provider.refresh().catch(() => undefined), 60_000)
  everyMinute.unref()

  const app = await createServer({ trustProxy: config.trustProxy, secure: settings.origin.startsWith('https:'), log })
  const origins = knownOrigins(database)
  registerCors(app, origins)
  registerApi(app, { features, db: database, ledger, services, now, newId: randomUUID, authenticate: authenticator(database, activity.note) })
  await registerApiDocs(app, features)
  await mountProvider(app, { current: provider.current, settings, origins })
  if (settings.demonstration && !config.smtpUrl) registerDemoMail(app, mailFolder(config.dataFolder))
  await registerPages(app, { folder: path.resolve(webFolder), settings })

  return {
    app,
    services,
    rotateKeys: () => rotate(true),
    close: async () => {
      clearInterval(everyMinute)
      await app.close()
      await jobs.stop()
      await listening.close()
      await activity.stop()
    },
  }
}

/** A token of the portal's own scope, alive with its session and its owner; its use keeps the application "connected". */
const authenticator = (database: Database, note: ReturnType<typeof createActivity>['note']) => async (token: string): Promise<Actor | undefined> => {
  const bearer = await bearerOf(database, token)
  if (!bearer?.scope.split(' ').includes('identity')) return undefined
  if (bearer.sessionUid) note({ sessionUid: bearer.sessionUid, applicationName: bearer.clientId, userId: bearer.userId, at: new Date() })
  const roles = new Set(bearer.roles.filter((role): role is RoleName => hasAnyRole([role], roleNames)))
  return { kind: 'user', id: bearer.userId, userName: bearer.userName, roles, sessionUid: bearer.sessionUid ?? undefined, clientId: bearer.clientId }
}

const jobContext =
  ({ database, ledger, services, now }: { database: Database; ledger: Ledger; services: Services; now: () => Date }) =>
  (job: Job): Ctx => {
    const actor: Actor = { kind: 'job', name: job.name }
    const visit: Visit = { ip: '', userAgent: '', language: 'en', apiEntry: `job ${job.name}`, cookies: {}, setCookie: () => undefined, clearCookie: () => undefined }
    const at = now()
    return { actor, now: at, db: database, visit, services, newId: randomUUID, commit: committer(ledger, { actor, now: at, visit }) }
  }
