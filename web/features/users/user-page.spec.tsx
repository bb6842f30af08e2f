// /admin/users/{id}: the page of one user.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { User } from '#contract/users.ts'
import { broken, brokenText } from '#web/app/portal-answers.harness.ts'
import { close } from '#web/app/portal.harness.tsx'
import { ana, customers, desk, list, luca, openUsers, spain, whole } from './users.harness.tsx'

afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

const path = `GET /admin/users/${luca.id}`
const opened = (options: Parameters<typeof openUsers>[1] = {}, tab = '') => openUsers(`/${luca.id}${tab}`, options)

/** The server keeps what it is given, and says so. */
const keeps = ({ answers }: Awaited<ReturnType<typeof opened>>, from = whole(luca)) => {
  answers[`PATCH /admin/users/${luca.id}`] = ({ body }) => {
    const saved = { ...from, ...(body as Partial<User>), modifiedOn: '2026-03-01T11:00:00Z' }
    answers[path] = { body: saved }
    return { body: saved }
  }
}

test('R2.5-33 the page has its general properties, Member of and Tenants in tabs that stay in the address', async () => {
  const { heading, page, text, link } = await opened()
  await expect.element(heading('Luca Navarro')).toBeVisible()
  await expect
    .poll(() =>
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['General', 'Member of2', 'Tenants1'])
  await expect.element(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'General' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(link('Support desk')).toHaveAttribute('href', `/identity/admin/groups/${desk.id}`)
  expect(location.search).toBe('?tab=groups')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(text('Grupo Ferrer')).toBeVisible()
})

test('9.5 a role with a name of 60 letters without a space stays within the page', async () => {
  const name = 'W'.repeat(60)
  const user = whole(luca, { roles: [{ name, isGlobal: true, applications: [{ title: 'Shop', isGlobal: true }] }] })
  const { page, text } = await opened({ more: { [path]: { body: user } } })
  for (const width of [1440, 390]) {
    await page.viewport(width, 844)
    await expect.element(text(`Shop · ${name}`).first()).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
  }
})

test('a group that the system keeps stays; another is left after a question', async () => {
  const { page, button, calls, answers } = await opened({}, '?tab=groups')
  answers[`DELETE /admin/users/${luca.id}/groups/${desk.id}`] = { body: {} }
  await button('Actions for Everybody').click()
  await expect.element(page.getByRole('menuitem', { name: /Take out/ })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await button('Actions for Support desk').click()
  await page.getByRole('menuitem', { name: 'Take out' }).click()
  await page
    .getByRole('alertdialog', { name: 'Take Luca Navarro out of Support desk?' })
    .getByRole('button', { name: 'Take out' })
    .click()
  await expect.poll(() => calls(`DELETE /admin/users/${luca.id}/groups/${desk.id}`)).toHaveLength(1)
  await expect.element(page.getByText('Luca Navarro is no longer in Support desk')).toBeVisible()
  await button('Undo').click()
  const join = `POST /admin/groups/${desk.id}/users`
  await expect.poll(() => calls(join).map(({ body }) => body)).toEqual([{ userId: luca.id, permission: 'Owner' }])
})

test('R5.2-08 e-mail, names, language and area must be filled, and the user name is not to be changed', async () => {
  const { page, button, text, calls } = await opened()
  for (const label of ['Email *', 'First name *', 'Last name *']) await page.getByLabelText(label).fill(' ')
  for (const label of ['Preferred language *', 'Area *']) await page.getByLabelText(label).selectOptions('')
  await button('Save changes').click()
  for (const words of [
    'Please input your email!',
    'Please input your first name!',
    'Please input your last name!',
    'Please select your preferred language!',
    'Area required',
  ])
    await expect.element(text(words)).toBeVisible()
  await expect.element(page.getByLabelText('First name *')).toHaveFocus()
  await expect.element(page.getByLabelText('User name')).toHaveAttribute('readonly')
  expect(calls('PATCH')).toHaveLength(0)
})

test('R5.2-10 job title, manager and teams open with the area Customers only', async () => {
  const other = { ...customers, id: crypto.randomUUID(), name: 'Partners' }
  const { page, text } = await opened({ more: { 'GET /admin/areas': list(spain, customers, other) } })
  const open = async (label: string) =>
    !(await page.getByLabelText(label, { exact: true }).findElement()).hasAttribute('readonly')
  await expect.element(text('Customers opens job title, manager and teams.')).toBeVisible()
  expect([await open('Job title'), await open('Manager'), await open('Teams')]).toEqual([false, false, false])
  await page.getByLabelText('Area *').selectOptions(customers.name)
  expect([await open('Job title'), await open('Manager'), await open('Teams')]).toEqual([true, true, true])
  for (const { name } of [other, spain]) {
    await page.getByLabelText('Area *').selectOptions(name)
    expect(await open('Manager')).toBe(false)
  }
})

test('R5.2-11 only what was changed is sent; a telephone number is not needed', async () => {
  const harness = await opened({ more: { [path]: { body: whole(luca, { phoneNumber: '+351 912 604 118' }) } } })
  const { page, button, text, calls } = harness
  keeps(harness)
  await page.getByLabelText('Phone number').fill('')
  await expect.element(text('1 change not saved: Phone number')).toBeVisible()
  await button('Save changes').click()
  await expect.element(text('Changes have been saved')).toBeVisible()
  expect(calls('PATCH').map(({ body }) => body)).toEqual([{ phoneNumber: '', modifiedOn: luca.modifiedOn }])
  await expect.element(button('Save changes')).toBeDisabled()
})

test('what is typed survives the other tabs, and leaving the page asks first', async () => {
  const { page, heading, button } = await opened()
  await page.getByLabelText('Last name *').fill('Rossi')
  await page.getByRole('tab', { name: /Tenants/ }).click()
  await page.getByRole('tab', { name: 'General' }).click()
  await expect.element(page.getByLabelText('Last name *')).toHaveValue('Rossi')
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Users' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
  await expect.element(button('Keep editing')).toHaveFocus()
  await button('Keep editing').click()
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Users' }).click()
  await button('Discard').click()
  await expect.element(heading('Users')).toBeVisible()
})

const overtaken = {
  code: 'changed-meanwhile',
  message: 'Núria Puig changed this',
  changed: { by: 'Núria Puig', on: '2026-03-01T10:30:00Z' },
}

test('T57 anyone who was slower keeps what was typed, learns what somebody else changed, and saves on top of it', async () => {
  const harness = await opened()
  const { page, button, text, answers, calls } = harness
  await page.getByLabelText('Last name *').fill('Rossi')
  const theirs = whole({ ...luca, firstName: 'Gianluca', modifiedOn: '2026-03-01T10:30:00Z' })
  answers[`PATCH /admin/users/${luca.id}`] = () => {
    answers[path] = { body: theirs }
    return { status: 409, body: overtaken }
  }
  await button('Save changes').click()
  await expect.element(text(/^Núria Puig changed this on 01-03-2026/)).toBeVisible()
  await expect
    .element(text('Changed there: First name. What you typed is kept: load the newer state to put it on top.'))
    .toBeVisible()
  await expect.element(page.getByLabelText('Last name *')).toHaveValue('Rossi')
  await expect.element(page.getByLabelText('First name *')).toHaveValue('Luca')
  await button('Load the newer state').click()
  await expect.element(page.getByLabelText('First name *')).toHaveValue('Gianluca')
  await expect.element(page.getByLabelText('Last name *')).toHaveValue('Rossi')
  keeps(harness, theirs)
  await button('Save changes').click()
  await expect.element(text('Changes have been saved')).toBeVisible()
  expect(calls('PATCH').at(-1)?.body).toEqual({ lastName: 'Rossi', modifiedOn: theirs.modifiedOn })
})

test('locking from the page takes nothing from what is typed, and does not make it late', async () => {
  const harness = await opened()
  const { page, button, answers, text, calls } = harness
  await page.getByLabelText('Last name *').fill('Rossi')
  answers[`GET /account/lock/${luca.id}`] = () => {
    answers[path] = {
      body: whole({ ...luca, locked: true, lockState: 'Permanent', modifiedOn: '2026-03-01T10:30:00Z' }),
    }
    return { body: { success: true, errors: [] } }
  }
  await button('Lock user').click()
  await page.getByRole('alertdialog', { name: 'Lock Luca Navarro?' }).getByRole('button', { name: 'Lock user' }).click()
  await expect.element(text('locked permanently')).toBeVisible()
  await expect.element(page.getByLabelText('Last name *')).toHaveValue('Rossi')
  keeps(harness)
  await button('Save changes').click()
  await expect.element(text('Changes have been saved')).toBeVisible()
  expect(calls('PATCH').at(-1)?.body).toEqual({ lastName: 'Rossi', modifiedOn: '2026-03-01T10:30:00Z' })
})

test('anyone who lost the telephone gets rid of the app and the passkeys, after a question', async () => {
  const { page, button, answers, calls, text } = await opened()
  answers[`POST /admin/users/reset-authenticators/${luca.id}`] = { body: {} }
  await button('More for Luca Navarro').click()
  await page.getByRole('menuitem', { name: 'Reset app and passkeys' }).click()
  const question = page.getByRole('alertdialog', { name: /passkeys of Luca Navarro/ })
  await expect.element(question.getByText(/told by e-mail/)).toBeVisible()
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect.element(text('Luca Navarro signs in with the password again')).toBeVisible()
  expect(calls('POST /admin/users/reset-authenticators')).toHaveLength(1)
})

test('R8.4-05 a question whose act is refused says so in an alert inside it, and can be answered again', async () => {
  const { page, button, answers, calls, text } = await opened()
  const reset = `POST /admin/users/reset-authenticators/${luca.id}`
  answers[reset] = broken
  await button('More for Luca Navarro').click()
  await page.getByRole('menuitem', { name: 'Reset app and passkeys' }).click()
  const question = page.getByRole('alertdialog', { name: /passkeys of Luca Navarro/ })
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect.element(question.getByRole('alert').getByText(brokenText, { exact: true })).toBeVisible()
  answers[reset] = { body: {} }
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect.element(text('Luca Navarro signs in with the password again')).toBeVisible()
  expect(calls('POST /admin/users/reset-authenticators')).toHaveLength(2)
})

test('there is nothing to reset for anyone who signs in with the password alone', async () => {
  const { page, button } = await opened({ more: { [path]: { body: { ...whole(luca), hasAuthenticators: false } } } })
  await button('More for Luca Navarro').click()
  await expect.element(page.getByRole('menuitem', { name: 'Delete user' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Reset app and passkeys' })).not.toBeInTheDocument()
})

test('the e-mail address is copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { button, page } = await opened()
  await button('Copy e-mail address').click()
  expect(write).toHaveBeenCalledExactlyOnceWith('luca@people.example')
  await expect.element(page.getByText('Copied')).toBeInTheDocument()
})

test('a draft is neither invited nor put into groups; a deleted user’s page gives way to the list', async () => {
  const harness = await openUsers(`/${ana.id}`, { more: { [`DELETE /admin/users/${ana.id}`]: { body: {} } } })
  const { button, page, heading, calls } = harness
  await expect.element(button('Send invitation')).toHaveAttribute('aria-disabled', 'true')
  await button('More for Ana Bernard').click()
  await expect.element(page.getByRole('menuitem', { name: /Add to group/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  harness.answers['GET /admin/users'] = list(luca)
  await page
    .getByRole('alertdialog', { name: 'Delete Ana Bernard?' })
    .getByRole('button', { name: 'Delete user' })
    .click()
  await expect.element(heading('Users')).toBeVisible()
  expect(calls(`DELETE /admin/users/${ana.id}`)).toHaveLength(1)
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({ kind: 'deleteUser', userId: ana.id })
})

test('R8.1-01 a user who is not there says so, and what may be the case, without a way to try again', async () => {
  const { button, text } = await openUsers('/00000000-0000-4000-8000-00000000ffff')
  await expect.element(text('Not found')).toBeVisible()
  await expect.element(text('It was deleted, the address is wrong, or you may not see it')).toBeVisible()
  await expect.element(button('Try again')).not.toBeInTheDocument()
})

test('an address that was cut short is told as what is not there, in no words about ids', async () => {
  const refused = {
    code: 'invalid',
    errors: [{ field: 'id', code: 'not-an-id', message: 'id must be an id', data: {} }],
  }
  const { text } = await openUsers('/3f2a', { more: { 'GET /admin/users/3f2a': { status: 400, body: refused } } })
  await expect.element(text('Not found')).toBeVisible()
  await expect.element(text('An error occurred')).not.toBeInTheDocument()
})

test('R3.6-04 what somebody signed in with last is said in the language of the page', async () => {
  const body = whole(luca, { lastLoginOn: '2026-02-01T10:00:00Z', lastLoginProvider: 'Local' })
  const { text } = await opened({ more: { [path]: { body } }, language: 'de' })
  await expect.element(text('Lokales Konto')).toBeVisible()
})

test('on a telephone the button that copies the address stands beside it', async () => {
  const { heading, page } = await opened({
    more: { [path]: { body: whole({ ...luca, email: 'luca.navarro@consult.example' }) } },
  })
  await page.viewport(390, 844)
  await expect.element(heading('Luca Navarro')).toBeVisible()
  const middle = (selector: string) => {
    const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    return (top + bottom) / 2
  }
  await expect
    .poll(() => Math.abs(middle('.user-title .copy') - middle('.user-title .copied-mail > span')))
    .toBeLessThanOrEqual(1)
})
