// What a start lacks or contradicts: said in one line, before anything is changed.
import type { Config } from './config.ts'
import { StartFailure } from './platform/postgres/start-failure.ts'

/** One line for anyone who starts the server. */
export class NotReady extends StartFailure {}

/** What production cannot do without. Mails hold working links: they are sent, and never kept on a disk instead. */
export const refuseIncomplete = ({
  production,
  smtpUrl,
  addressGiven,
}: Pick<Config, 'production' | 'smtpUrl' | 'addressGiven'>): void => {
  if (!production) return
  if (!addressGiven)
    throw new NotReady('PORTICO_URL: production needs the public address, e.g. https://portal.example.')
  if (!smtpUrl)
    throw new NotReady('PORTICO_SMTP_URL: production sends mails, e.g. through smtps://user:password@mail.example.')
}
