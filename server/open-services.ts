// The outside world behind the ports of the kernel, and the provider, which is one of them and uses the others.
import type Provider from 'oidc-provider'
import type { Config } from './config.ts'
import type { Services } from './kernel/context.ts'
import type { Mailer } from './kernel/ports/mail.ts'
import { liveSettings } from './live-settings.ts'
import { rotationChannel } from './oidc/keys.store.ts'
import { type LiveProvider, startProvider } from './oidc/live-provider.ts'
import { createSheets } from './platform/excel/sheets.ts'
import { createImages } from './platform/images/images.ts'
import { folderMailer, mailFolder } from './platform/mail/folder-mailer.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { smtpMailer } from './platform/mail/smtp-mailer.ts'
import type { Database } from './platform/postgres/database.ts'
import { createPasswords, type PasswordOptions } from './platform/secrets/passwords.ts'
import { createSeal, sharedSecret } from './platform/secrets/seal.ts'
import { sentenceOf } from './sayings.ts'
import { settingsOf } from './settings.ts'

type Parts = {
  readonly config: Config
  readonly database: Database
  readonly passwords?: PasswordOptions | undefined
  readonly processors?: number | undefined
  readonly watch: (provider: Provider) => void
}

export const openServices = async ({ config, database, watch, passwords, processors }: Parts) => {
  const live = await liveSettings(database, settingsOf(config))
  const hashing = await createPasswords({ ...(processors && { threads: processors }), ...passwords })
  const services: Services = {
    settings: live.settings,
    seal: createSeal(await sharedSecret(database, 'seal')),
    passwords: hashing,
    externalProvider: await externalProviderOf(config),
    sheets: createSheets(),
    images: createImages(processors),
    sentenceOf,
    outbound: createOutbound(config.webhooks),
    backchannel: { logout: (session) => provider.logout(session) },
  }
  const cookieKeys = [(await sharedSecret(database, 'provider-cookies')).toString('base64')]
  const provider = await startProvider({ db: database, services, cookieKeys, watch })
  return { services, provider, live, close: hashing.close }
}

/** Loaded where there is one. */
const externalProviderOf = async ({ microsoft }: Config) =>
  microsoft && (await import('./platform/external/external-provider.ts')).createExternalProvider(microsoft)

export const openMailer = (config: Config): Mailer =>
  config.smtpUrl
    ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom })
    : folderMailer({ folder: mailFolder(config.dataFolder), from: config.mailFrom })

/** Told of a rotation by any instance, and looking by itself each minute: a new key starts to sign by the clock. */
export const followKeys = async (database: Database, provider: LiveProvider, failed: (error: unknown) => void) => {
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
