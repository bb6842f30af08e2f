// Which installation a database is: its public address and its mode, kept since the first start (T73). A start that
// says otherwise is refused before it changes anything, so that the running instances notice nothing.
import { insertEvents } from './features/audit/audit.store.ts'
import { installationEvents } from './installation.events.ts'
import { type Installation, lockFirstStart, readInstallation, storeInstallation } from './installation.store.ts'
import { ensureAddresses } from './system-data.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './kernel/context.ts'
import { NotReady } from './not-ready.ts'

type Start = Pick<Config, 'origin' | 'production' | 'databaseUrl'>

const callbackEnd = '/identity/callback'

/** As it was kept; of a database that an older build made, as far as it can be seen. None for a new database. */
export const knownInstallation = async (db: Db): Promise<Installation | undefined> => {
  const row = await readInstallation(db)
  if (row?.stored) return row.stored
  if (!row?.peopled || !row.callback?.endsWith(callbackEnd)) return undefined
  return { address: row.callback.slice(0, -callbackEnd.length), mode: row.demo ? 'demonstration' : 'production' }
}

/** Nobody else can run on the embedded database: its demonstration follows the port it is started with. */
const follows = ({ databaseUrl, production }: Start) => databaseUrl === undefined && !production

/** Throws NotReady. Asked before the migrations, and again under the lock before anything is written. */
export const refuseOtherInstallation = async (db: Db, start: Start): Promise<void> => {
  const known = await knownInstallation(db)
  if (!known) return
  const { origin, production } = start
  if (known.mode === 'demonstration' && production)
    throw new NotReady(
      'This database holds the demonstration organisation, whose passwords are public: production does not start on it.',
    )
  if (known.mode === 'production' && !production)
    throw new NotReady(
      `This database is the production installation at ${known.address}: set NODE_ENV=production, or DATABASE_URL to another.`,
    )
  if (known.address !== origin && !follows(start))
    throw new NotReady(
      `This database is the installation at ${known.address}, and this start says ${origin}: set PORTICO_URL=${known.address}, ` +
        `or move the installation with: npm run set-url -- ${origin}`,
    )
}

/** The caller's transaction holds the lock to its end: of two first starts one is the first. */
export const lockInstallation = async (tx: Tx, start: Start): Promise<void> => {
  await lockFirstStart(tx)
  await refuseOtherInstallation(tx, start)
}

export const keepInstallation = (tx: Tx, { origin, production }: Pick<Start, 'origin' | 'production'>) =>
  storeInstallation(tx, { address: origin, mode: production ? 'production' : 'demonstration' })

/** Another address on purpose. The address that was. */
export const moveInstallation = async (tx: Tx, { origin, now }: { origin: string; now: Date }): Promise<string> => {
  await lockFirstStart(tx)
  const known = await knownInstallation(tx)
  if (!known) throw new NotReady('This database holds no installation yet: start Portico with PORTICO_URL instead.')
  await storeInstallation(tx, { ...known, address: origin })
  await ensureAddresses(tx, { now, identityUrl: `${origin}/identity` })
  const event = installationEvents.moved({
    subject: '-',
    before: { address: known.address },
    after: { address: origin },
  })
  const actor = { kind: 'system', id: undefined, name: 'set-url' } as const
  await insertEvents(tx, [{ event, at: now, actor }], { checked: false })
  return known.address
}
