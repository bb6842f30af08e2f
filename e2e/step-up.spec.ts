// Who would do something dangerous proves again who they are: nothing typed is lost, and what was asked for goes on.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from '../server/platform/postgres/database.ts'
import { expect, expectAccessible, type Page, password, signInAs, test } from './portico.ts'

// Another journey changes the password of those whom the first page offers.
const person = 'clara.domenech'
const folder = () => process.env['PORTICO_E2E_DATA'] ?? ''

/** The fifth line of what PostgreSQL says of itself is the folder of its socket. */
const socket = () => readFileSync(path.join(folder(), 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''

/** As if the session of this browser had begun ten minutes earlier: nobody waits for that. */
const letTimePass = async (page: Page) => {
  const secret = (await page.context().cookies()).find(({ name }) => name.endsWith('portico_session'))?.value ?? ''
  const database = connect({ host: socket(), database: 'portico', user: 'postgres' }, { max: 1 })
  const aged = await database.execute(
    `update session
        set started_on = started_on - interval '10 minutes',
            confirmed_on = confirmed_on - interval '10 minutes'
      where id = $1`,
    [createHash('sha256').update(secret).digest()],
  )
  await database.close()
  expect(aged).toBe(1)
}

const giveAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a dangerous act asks for the password, later for a passkey, and goes on; Cancel loses nothing that was typed', async ({
  page,
}) => {
  test.skip(folder() === '', 'a server that somebody else started: its database is not at hand')
  await giveAuthenticator(page)
  await signInAs(page, person, { at: '/identity/profile' })
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await letTimePass(page)

  await page.getByRole('button', { name: 'Add passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  const name = adding.getByLabel(/^Name/)
  await name.fill('Laptop of the journey')
  await adding.getByRole('button', { name: 'Continue' }).click()
  const asking = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(asking.getByLabel(/^Password/)).toBeFocused()
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(asking).toHaveCount(0)
  await expect(name).toHaveValue('Laptop of the journey')
  await expect(adding.getByRole('alert')).toContainText('Confirm that it is you, and try again')

  await adding.getByRole('button', { name: 'Continue' }).click()
  await asking.getByLabel(/^Password/).fill('Wrong-Horse-Battery-9')
  await asking.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(asking.getByRole('alert')).toHaveText('The password is not right')
  await asking.getByLabel(/^Password/).fill(password)
  await asking.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Passkey added: Laptop of the journey')).toBeVisible()

  await letTimePass(page)
  await page.getByRole('button', { name: 'Rename Laptop of the journey' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename Laptop of the journey' })
  await renaming.getByLabel(/^Name/).fill('Old laptop')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Passkey renamed: Old laptop')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await asking.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText('Passkey removed: Old laptop')).toBeVisible()
})

test('T28 a session that was left open sets no password and gives no other address: both ask, and go on', async ({
  page,
}) => {
  test.skip(folder() === '', 'a server that somebody else started: its database is not at hand')
  await signInAs(page, 'tobias.krueger', { at: '/identity/admin/users?q=gr%C3%A1inne%20fitzgerald' })
  const name = 'Gráinne Fitzgerald'
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await letTimePass(page)

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const changing = page.getByRole('dialog', { name: `Change the password of ${name}` })
  for (const label of [/^New password/, /^Confirm/]) await changing.getByLabel(label).fill('Set-By-Tobias-2026!')
  await changing.getByRole('button', { name: 'Change password' }).click()
  const asking = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(asking.getByLabel(/^Password/)).toBeFocused()
  await asking.getByLabel(/^Password/).fill(password)
  await asking.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Password has been successfully changed')).toBeVisible()

  await page.getByRole('link', { name }).first().click()
  const address = page.getByLabel(/^Email/)
  await address.fill('grainne.moved@example.org')
  await letTimePass(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(address).toHaveValue('grainne.moved@example.org')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await asking.getByLabel(/^Password/).fill(password)
  await asking.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(asking).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
})
