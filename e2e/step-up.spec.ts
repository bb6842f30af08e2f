// Who would do something dangerous proves again who they are: nothing typed is lost, and what was asked for goes on.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from '../server/platform/postgres/database.ts'
import { expect, expectAccessible, type Page, password, signInAs, test } from './portico.ts'

// Another journey changes the password of those whom the first page offers.
const person = 'clara.domenech'
const folder = () => process.env['PORTICO_E2E_DATA'] ?? ''

/** The fifth line of what PostgreSQL says of itself is the folder of its socket. */
const socket = () => readFileSync(path.join(folder(), 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''

/** As if the person had signed in ten minutes earlier: nobody waits for that. */
const letTimePass = async () => {
  const database = connect({ host: socket(), database: 'portico', user: 'postgres' }, { max: 1 })
  const aged = await database.execute(
    `update session
        set started_on = started_on - interval '10 minutes',
            confirmed_on = confirmed_on - interval '10 minutes'
      where user_id = (select id from portal_user where user_name = $1)`,
    [person],
  )
  await database.close()
  expect(aged).toBeGreaterThan(0)
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
  await letTimePass()

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

  await letTimePass()
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
