// What a new database gets: the system's own applications always; then the demonstration, or in production the first
// administrator from the environment, who must change the password at the first sign-in (T68).
import type { Config } from './config.ts'
import type { DemoAccount } from './demo/account.ts'
import { demonstrationAccounts, storeDemonstration } from './first-start.store.ts'
import { ensureSystemData } from './system-data.ts'
import { insertEvents } from './features/audit/audit.store.ts'
import { anyAccount, insertAccount, userEvents } from '#server/features/accounts/accounts.public.ts'
import type { Services, Tx } from './kernel/context.ts'
import { assignFirstRoles } from './features/members/first-administrator.ts'
import { keepInstallation, lockInstallation } from './installation.ts'
import { NotReady } from './not-ready.ts'
import { randomUUID } from 'node:crypto'

type Input = {
  config: Config
  services: Pick<Services, 'settings' | 'passwords' | 'seal'>
  now: Date
  exampleUrl: string
}

export const prepareDatabase = async (tx: Tx, input: Input): Promise<DemoAccount[]> => {
  const { config, services, now } = input
  await lockInstallation(tx, config)
  await ensureSystemData(tx, { now, identityUrl: services.settings.identityUrl })
  const accounts = await fill(tx, input)
  await keepInstallation(tx, config)
  return accounts
}

const fill = async (tx: Tx, input: Input): Promise<DemoAccount[]> => {
  const { identityUrl } = input.services.settings
  const known = await demonstrationAccounts(tx)
  if (input.config.production) {
    await firstAdministrator(tx, input)
    return []
  }
  const { loadDemo, refreshDemoAddresses } = await import('./demo/load-demo.ts')
  if (known) {
    await refreshDemoAddresses(tx, { identityUrl, exampleUrl: input.exampleUrl })
    return known
  }
  if (await anyAccount(tx)) return []
  const { demoPassword } = await import('./demo/demo-password.ts')
  const passwordHash = await input.services.passwords.hash(demoPassword)
  const { now, exampleUrl, services } = input
  const accounts = await loadDemo(tx, { now, identityUrl, exampleUrl, passwordHash, seal: services.seal })
  await storeDemonstration(tx, accounts)
  return accounts
}

const firstAdministrator = async (tx: Tx, { config, services, now }: Input) => {
  if (await anyAccount(tx)) return
  const { userName, email, password } = config.firstAdministrator
  if (!email || !password)
    throw new NotReady(
      'This database has no users yet: set PORTICO_ADMIN_EMAIL and PORTICO_ADMIN_PASSWORD for the first administrator.',
    )
  if (password.length < 12) throw new NotReady('PORTICO_ADMIN_PASSWORD must have at least 12 characters.')
  const id = randomUUID()
  await insertAccount(tx, {
    id,
    userName,
    email,
    firstName: '',
    lastName: '',
    language: 'en',
    areaName: '',
    draft: false,
    breakGlass: true,
    passwordHash: await services.passwords.hash(password),
    passwordExpired: true,
    now,
  })
  await assignFirstRoles(tx, { userId: id, now })
  const event = userEvents.created({ subject: id, after: { userName, email, roles: ['God', 'Administrator'] } })
  const actor = { kind: 'system', id: undefined, name: 'first start' } as const
  await insertEvents(tx, [{ event, at: now, actor }], { checked: false })
}
