// A tenant's directory, from its token to the end of somebody whom it brought (SCIM 2.0, docs/decisions/0045).
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, newestMail, openAs, type Page, test, url } from './portico.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** The calls of a directory, which has nothing but its address and its token. */
const directory =
  (address: string, token: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: Scim }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, body: (await answer.json()) as Scim }
  }

type Scim = { id: string; totalResults?: number; Resources?: { id: string }[] }

const replace = (path: string, value: unknown) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path, value }],
})

const makeToken = async (page: Page, name: string) => {
  await openAs(page, 'nuria.puig', { at: '/identity/admin/pats' })
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New personal access token' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'A tenant’s directory' }).click()
  await dialog.getByRole('combobox', { name: 'Tenant' }).fill('Douro Moldes')
  await page.getByRole('option', { name: /Douro Moldes/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('textbox', { name: 'Your token' }).inputValue()
  const address = await page.getByRole('textbox', { name: 'Address for the directory' }).inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).last().click()
  return directory(address, token)
}

/** By the link of the invitation: the password is chosen, then typed. */
const signInInvited = async (page: Page, userName: string) => {
  const chosen = `Bright-Harbour-${randomUUID().slice(0, 8)}-7`
  const { links } = await newestMail(page, new RegExp(userName))
  await page.goto(links.find((href) => href.includes('/account/changePassword')) ?? '')
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Confirm the new password').fill(chosen)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password has been successfully reseted')).toBeVisible()
  await page.goto(`${url()}/identity/profile`)
  await page.getByRole('button', { name: 'Continue with your account' }).click()
  await page.getByLabel('Username or e-mail').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  const connected = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/hubs/notifications'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('BeginConnection')),
    )
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue(userName)
  await connected
}

test('an Administrator lets a directory in: it brings somebody with a group, changes them and ends them, who is signed out; revoked, it is refused', async ({
  page,
  browser,
}) => {
  const short = randomUUID().slice(0, 8)
  const userName = `nina.${short}@people.example`
  const call = await makeToken(page, `Directory ${short}`)

  const made = await call('POST', '/Users', {
    schemas: [`${core}:User`],
    userName,
    externalId: short,
    name: { givenName: 'Nina', familyName: `Berg ${short}` },
    emails: [{ value: userName, type: 'work', primary: true }],
    active: true,
  })
  const { id } = made.body
  const group = { schemas: [`${core}:Group`], displayName: `Finance ${short}`, members: [{ value: id }] }
  expect([made.status, (await call('POST', '/Groups', group)).status]).toEqual([201, 201])
  expect((await call('PATCH', `/Users/${id}`, replace('name.familyName', `Bergman ${short}`))).status).toBe(200)
  const found = await call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, name: { familyName: `Bergman ${short}` } }] })

  const person = await (await browser.newContext()).newPage()
  await signInInvited(person, userName)
  await page.goto(`${url()}/identity/admin/users/${id}`)
  await expect(page.getByRole('heading', { name: `Nina Bergman ${short}`, level: 1 })).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: /^Member of/ }).click()
  await expect(page.getByRole('link', { name: new RegExp(`Finance ${short}`) })).toBeVisible()

  expect((await call('PATCH', `/Users/${id}`, replace('active', false))).body).toMatchObject({ active: false })
  await expect(person).toHaveURL(/\/identity\/account\/login/, { timeout: 5_000 })
  await person.context().close()
  await page.goto(`${url()}/identity/admin/users/${id}`)
  await expect(page.getByText('locked permanently', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${url()}/identity/admin/pats?q=${short}`)
  await page.getByRole('button', { name: `Actions for Directory ${short}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  expect((await call('GET', `/Users/${id}`)).status).toBe(401)
})
