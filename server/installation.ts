// Which installation a database is: its public address and its mode, kept since the first start (T73). A start that
// says otherwise is refused before it changes anything, so that the running instances notice nothing.
import { insertEvents } from './features/audit/audit.store.ts'
import { installationEvents } from './installation.events.ts'
import { z } from 'zod'
import { ensureAddresses } from './system-data.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './kernel/context.ts'
import { NotReady } from './not-ready.ts'

export const Installation = z.object({ address: z.string(), mode: z.enum(['demonstration', 'production']) })
export type Installation = z.output<typeof Installation>

type Start = Pick<Config, 'origin' | 'production' | 'databaseUrl'>

const lock = (tx: Tx) => tx.execute(`select pg_advisory_xact_lock(hashtext('first-start'))`)

const callbackEnd = '/identity/callback'

const SchemaRow = z.object({ there: z.boolean() })

const InstallationRow = z.object({
  stored: Installation.nullable(),
  callback: z.string().nullable(),
  demo: z.boolean(),
  peopled: z.boolean(),
})

/** As it was kept; of a database that an older build made, as far as it can be seen. None for a new database. */
export const knownInstallation = async (db: Db): Promise<Installation | undefined> => {
  const [schema] = await db.query(SchemaRow, `select to_regclass('application') is not null as there`)
  if (!schema?.there) return undefined
  const [row] = await db.query(
    InstallationRow,
    `select (select value from setting where name = 'installation') as stored,
            (select redirect_uris[1] from application where id = 1) as callback,
            exists (select 1 from setting where name = 'demonstration') as demo,
            exists (select 1 from portal_user) as peopled`,
  )
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
  await lock(tx)
  await refuseOtherInstallation(tx, start)
}

export const keepInstallation = (tx: Tx, { origin, production }: Pick<Start, 'origin' | 'production'>) =>
  store(tx, { address: origin, mode: production ? 'production' : 'demonstration' })

const store = (tx: Tx, installation: Installation) =>
  tx.execute(
    `insert into setting (name, value)
     values ('installation', $1)
     on conflict (name) do update
        set value = excluded.value,
            modified_on = now()
      where setting.value is distinct from excluded.value`,
    [JSON.stringify(installation)],
  )

/** Another address on purpose. The address that was. */
export const moveInstallation = async (tx: Tx, { origin, now }: { origin: string; now: Date }): Promise<string> => {
  await lock(tx)
  const known = await knownInstallation(tx)
  if (!known) throw new NotReady('This database holds no installation yet: start Portico with PORTICO_URL instead.')
  await store(tx, { ...known, address: origin })
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
