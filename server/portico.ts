// The whole server as a value: database → services → features → HTTP, jobs. `serve-portico.ts` and tests start it.
import './oidc/runtime-name.ts'
import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createAuthentication } from './authentication.ts'
import { buildApp } from './build-app.ts'
import type { Config } from './config.ts'
import { followSettings } from './live-settings.ts'
import { insertReads } from './features/audit/audit.store.ts'
import type { UnitOfWork } from './kernel/commit.ts'
import type { Services } from './kernel/context.ts'
import type { Mailer } from './kernel/ports/mail.ts'
import type { ProcessKind } from './kernel/process.ts'
import type { Look } from './http/recorded-looks.ts'
import { batched } from './kernel/batch.ts'
import { createActivity } from './oidc/activity.ts'
import { type PolicyDenied, watchDenials } from './oidc/policy-denials.ts'
import { sparingly, watchClientFailures } from './oidc/client-failures.ts'
import { ensureKeys } from './oidc/keys.ts'
import { followKeys, openMailer, openServices } from './open-services.ts'
import type { JobTiming } from './platform/jobs/jobs.ts'
import type { Connection, Database } from './platform/postgres/database.ts'
import type { PasswordOptions } from './platform/secrets/passwords.ts'
import { startQueue } from './start-queue.ts'

type PorticoOptions = {
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
  /** `false`: no job comes by the clock, in between what a test does. */
  readonly clock?: boolean
  readonly passwords?: PasswordOptions
  /** How many processors are this instance's to hash and to draw with: all, unless said. */
  readonly processors?: number
}

export type Portico = {
  readonly app: FastifyInstance
  readonly services: Services
  readonly unitOfWork: UnitOfWork
  rotateKeys(): Promise<void>
  /** Tells balancers to go elsewhere; goes on answering. */
  drain(): void
  /** Takes no new connections, and ends each that there is with its next answer, for so many milliseconds. */
  retire(within: number): Promise<void>
  close(): Promise<void>
}

export const startPortico = async (options: PorticoOptions): Promise<Portico> => {
  const { config, database, now = () => new Date(), mailer = openMailer(config) } = options
  const log = pino({ level: config.logLevel, redact: ['req.headers', '*.password', '*.token'] }, options.logTo)
  await database.transaction(ensureKeys)
  const looks = looksOf(database, log, !config.production)
  const { activity, tellFailure, watch } = watchProvider(database, log, looks.add)
  const { services, provider, live, ...opened } = await openServices({ ...options, watch })
  const checkEvents = !config.production
  const queue = await startQueue({ ...options, services, provider, mailer, log, now, checkEvents })
  const following = await followKeys(database, provider, warning(log, 'the keys were not read'))
  const settings = await followSettings(database, live, warning(log, 'the security settings were not read'))
  const authentication = createAuthentication(database, {
    note: activity.note,
    now,
    failed: warning(log, 'uses of tokens were not recorded'),
  })
  const { unitOfWork, contextFor } = queue
  const inside = { services, provider, log, now, unitOfWork, contextFor, authentication, tellFailure, looks }
  const { app, stopping } = await buildApp({ ...options, ...inside, note: activity.note })
  let closing: Promise<void> | undefined
  const close = async () => {
    await app.close()
    await stopping.answered()
    await queue.stop()
    await following.close()
    await settings.close()
    await activity.stop()
    await authentication.stop()
    await looks.stop()
    await opened.close()
  }
  return {
    app,
    services,
    unitOfWork,
    rotateKeys: () => queue.rotate(true),
    ...stopping,
    close: () => (closing ??= close()),
  }
}

/** Who looked at which list, written together. */
const looksOf = (database: Database, log: Logger, checked: boolean) =>
  batched<Look>(async (some) => void (await database.transaction((tx) => insertReads(tx, some, { checked }))), {
    failed: warning(log, 'who looked at what was not recorded'),
  })

const warning = (log: Logger, text: string) => (error: unknown) => log.warn({ err: error }, text)

/** Of a call that no feature answers. */
const asLook = ({ event, at, address = '' }: PolicyDenied): Look => ({
  event,
  by: {
    actor: { kind: 'anonymous' },
    now: at,
    requestInfo: { ip: address, apiEntry: 'GET /identity/connect/authorize' },
  },
})

/** What people do at the applications, and which applications are not let in. */
const watchProvider = (database: Database, log: Logger, record: (look: Look) => void) => {
  const activity = createActivity(database, warning(log, 'activity was not recorded'))
  const tellFailure = sparingly((failure) => log.warn(failure, 'an application was not let in'))
  const watch = (provider: Provider) => {
    activity.watch(provider)
    watchClientFailures(provider, tellFailure)
    watchDenials(provider, (denied) => record(asLook(denied)))
  }
  return { activity, tellFailure, watch }
}
