// /admin/users: the list, and what is done from it.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close } from '#web/app/portal.harness.tsx'
import { ownId } from '#web/ui/own-id.harness.ts'
import { ana, chloe, choose, desk, jonas, list, luca, openUsers, spain, type Harness } from './users.harness.tsx'

afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

const requestsOf = ({ calls }: Harness) =>
  Object.fromEntries(
    new URLSearchParams(
      calls('GET /admin/users?')
        .filter(({ path }) => !path.includes('take=0'))
        .at(-1)
        ?.path.split('?')[1],
    ),
  )
const row = ({ page }: Harness, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('R2.5-26 R9-15 the users are listed by their newest change, with a status filter, an area filter and a search', async () => {
  const harness = await openUsers()
  await expect.element(harness.heading('Users')).toBeVisible()
  await expect.poll(() => document.title).toBe('Users · Portico')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ orderBy: 'modifiedOn desc' })
  const status = harness.page.getByRole('combobox', { name: 'Status' })
  for (const [label, wire] of [
    ['Active', { locked: 'false', draft: 'false' }],
    ['Locked', { locked: 'true' }],
    ['Draft', { draft: 'true' }],
  ] as const) {
    await status.selectOptions(label)
    await expect.poll(() => requestsOf(harness)).toMatchObject(wire)
  }
  await harness.page.getByRole('combobox', { name: 'Area', exact: true }).selectOptions(spain.name)
  await expect.poll(() => requestsOf(harness)).toMatchObject({ draft: 'true', filter: `areaId eq ${spain.id}` })
  await harness.page.getByRole('textbox', { name: 'Search in Users' }).fill('luca')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ search: 'luca', draft: 'true' })
})

test('R2.5-28 who leaves the list and comes back finds the query and the filters as they were', async () => {
  const harness = await openUsers('?q=luc&f.status=active', {
    more: { 'GET /admin/users': ({ path }) => (path.includes('search=luc&') ? list(luca) : list(luca, ana, chloe)) },
  })
  await harness.link(/Luca Navarro/).click()
  await expect.element(harness.heading('Luca Navarro')).toBeVisible()
  await harness.page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Users' }).click()
  await expect.element(harness.page.getByRole('textbox', { name: 'Search in Users' })).toHaveValue('luc')
  await expect.element(harness.page.getByRole('combobox', { name: 'Status' })).toHaveValue('active')
  expect(location.search).toBe('?q=luc&f.status=active')
  await expect.element(harness.link(/Ana Bernard/)).not.toBeInTheDocument()
  await expect.element(harness.link(/Luca Navarro/)).toBeVisible()
})

test('R2.5-29 the name leads to the page of the user', async () => {
  const { link } = await openUsers()
  await expect.element(link(/Luca Navarro/)).toHaveAttribute('href', `/identity/admin/users/${luca.id}`)
})

test('R3.7-01 who must have a role is called Restricted, everybody else Standard', async () => {
  const harness = await openUsers()
  await harness.page.viewport(1440, 900)
  await expect.element(row(harness, 'Jonas Gallo').getByText('Restricted')).toBeVisible()
  await expect.element(row(harness, 'Luca Navarro').getByText('Standard')).toBeVisible()
})

test('R2.5-27 R2.5-32 the list exports what it shows, deletes a row after a question, and takes a workbook: checked first, then imported', async () => {
  const result = {
    success: false,
    totalElements: 3,
    importedElements: 2,
    errors: [{ row: 4, reason: 'email: Invalid email address.' }],
    warnings: [],
  }
  const rows = [
    { row: 4, state: 'error', label: 'vera', reason: 'email: Invalid email address.' },
    { row: 2, state: 'ok', label: 'noa', reason: '' },
  ]
  const harness = await openUsers('?q=a', {
    more: {
      'GET /admin/users/export': { text: 'xlsx' },
      'POST /admin/users/bulk_insert': ({ path }) => ({
        text: `data: ${JSON.stringify({ result: { ...result, ...(path.includes('dryRun') && { rows }) } })}\n`,
      }),
      [`DELETE /admin/users/${luca.id}`]: { body: {} },
    },
  })
  const { button, dialog, page, calls, text } = harness
  await button('Export').click()
  await expect.poll(() => calls('GET /admin/users/export')[0]?.path).toContain('search=a')
  await button('Bulk upload').click()
  await page.getByLabelText(/Drop the .xlsx file here/).upload(new File(['x'], 'users.xlsx'))
  await expect
    .element(dialog('Bulk upload').getByText('2 of 3 rows are ready, 1 is faulty and will be left out.'))
    .toBeVisible()
  await expect.element(dialog('Bulk upload').getByRole('row', { name: /4 Error vera/ })).toBeVisible()
  await button('Import 2 rows').click()
  await expect.element(text('2 of 3 imported.')).toBeVisible()
  expect(calls('POST /admin/users/bulk_insert').map(({ path }) => path.split('?')[1])).toEqual([
    'dryRun=true',
    undefined,
  ])
  await dialog('Bulk upload').getByRole('button', { name: 'Close' }).click()
  await choose(harness, 'Luca Navarro', 'Delete')
  await page.getByRole('alertdialog', { name: 'Delete Luca Navarro?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => calls('DELETE /admin/users/')).toHaveLength(1)
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({ kind: 'deleteUser', userId: luca.id })
})

test('R4.7-04 R4.7-05 draft, locked and active each have an icon of their own, and a text that says it whole', async () => {
  const harness = await openUsers()
  const icons = async (name: string) =>
    (await row(harness, name).getByRole('button', { name: /: / }).findElement())
      .querySelector('svg')
      ?.getAttribute('class')
  const shownIcons = [await icons('Luca'), await icons('Ana'), await icons('Chloe'), await icons('Jonas')]
  expect(new Set(shownIcons).size).toBe(4)
  await expect.element(harness.button('Chloe Schneider: locked permanently. Unlock user')).toBeVisible()
  await expect.element(harness.button('Jonas Gallo: locked temporarily. Unlock user')).toBeVisible()
  const draft = (await row(harness, 'Ana').getByText('Draft').findElement()).closest('[data-tip="pending approval"]')
  expect(draft?.textContent).toBe('Draft')
})

test('R4.7-02 a draft is crossed out; pressed and confirmed it becomes a user', async () => {
  const harness = await openUsers()
  const name = harness.text('Ana Bernard')
  await expect.element(name).toHaveStyle({ textDecorationLine: 'line-through' })
  await harness.button(/^Ana Bernard: Draft/).click()
  const question = harness.page.getByRole('alertdialog', { name: 'Make Ana Bernard a user?' })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(harness.calls('POST /admin/users/undraft')).toHaveLength(0)
  harness.answers[`POST /admin/users/undraft/${ana.id}`] = { body: { success: true, errors: [] } }
  harness.answers['GET /admin/users'] = list({ ...ana, draft: false })
  await question.getByRole('button', { name: 'Approve draft' }).click()
  await expect.element(harness.button(/^Ana Bernard: Active/)).toBeVisible()
  await expect.element(name).toHaveStyle({ textDecorationLine: 'none' })
})

test('R4.7-03 R4.7-05 pressed and confirmed a locked user is unlocked, and an active one is locked', async () => {
  const harness = await openUsers()
  const { button, page, calls, answers, text } = harness
  answers[`GET /account/unlock/${chloe.id}`] = { body: { success: true, errors: [] } }
  answers[`GET /account/lock/${luca.id}`] = { body: { success: true, errors: [] } }
  await button(/^Chloe Schneider: locked permanently/).click()
  answers['GET /admin/users'] = list({ ...chloe, locked: false, lockState: 'None' }, luca)
  await page
    .getByRole('alertdialog', { name: 'Unlock Chloe Schneider?' })
    .getByRole('button', { name: 'Unlock user' })
    .click()
  await expect.element(text('Chloe Schneider: unlocked')).toBeVisible()
  await expect.element(button(/^Chloe Schneider: Active/)).toBeVisible()
  await button(/^Luca Navarro: Active/).click()
  answers['GET /admin/users'] = list({ ...luca, locked: true, lockState: 'Permanent' })
  await page.getByRole('alertdialog', { name: 'Lock Luca Navarro?' }).getByRole('button', { name: 'Lock user' }).click()
  await expect.element(button(/^Luca Navarro: locked permanently/)).toBeVisible()
  await expect.element(text('Luca Navarro')).toHaveStyle({ textDecorationLine: 'line-through' })
  expect(calls('GET /account/').map(({ path }) => path)).toEqual([
    `/account/unlock/${chloe.id}`,
    `/account/lock/${luca.id}`,
  ])
})

test('R8.4-10 a lock, an unlock and an undraft that fail are logged, nothing is said, and the row is read again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const harness = await openUsers('', {
    more: {
      [`GET /account/lock/${luca.id}`]: { status: 500 },
      [`GET /account/unlock/${jonas.id}`]: { body: { success: false, errors: ['no'] } },
    },
  })
  for (const [name, ok] of [
    ['Luca Navarro', 'Lock user'],
    ['Jonas Gallo', 'Unlock user'],
    ['Ana Bernard', 'Approve draft'],
  ] as const) {
    const before = harness.calls('GET /admin/users?').length
    await harness.button(new RegExp(`^${name}: `)).click()
    await harness.page.getByRole('alertdialog').getByRole('button', { name: ok }).click()
    await expect.element(harness.page.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.poll(() => harness.calls('GET /admin/users?').length).toBeGreaterThan(before)
  }
  expect(logged.mock.calls.map(([words]) => words)).toEqual([
    `lock of ${luca.id} failed`,
    `unlock of ${jonas.id} failed`,
    `undraft of ${ana.id} failed`,
  ])
  expect(document.querySelectorAll('.notice')).toHaveLength(0)
})

test('nobody locks or deletes their own account: the menu says why', async () => {
  const harness = await openUsers()
  await expect.element(row(harness, 'Marta Oliveira').getByText('Active')).toBeVisible()
  await expect.element(harness.button(/^Marta Oliveira: /)).not.toBeInTheDocument()
  await harness.button('Actions for Marta Oliveira').click()
  for (const [item, why] of [
    [/Lock user/, 'You cannot lock your own account'],
    [/Delete/, 'You cannot delete your own account'],
  ] as const) {
    await expect.element(harness.page.getByRole('menuitem', { name: item })).toHaveAttribute('aria-disabled', 'true')
    await expect.element(harness.text(why)).toBeVisible()
  }
})

test('R8.3-05 R8.4-02 an invitation says that it went, or that it did not and why', async () => {
  const harness = await openUsers('', {
    more: {
      [`POST /admin/users/inviteUser/${luca.id}`]: { body: { success: true, errors: [] } },
      [`POST /admin/users/inviteUser/${chloe.id}`]: {
        body: { success: false, errors: ['Not this one'], code: 'invitation-of-locked' },
      },
    },
  })
  await choose(harness, 'Luca Navarro', 'Send invitation')
  await expect.element(harness.text('Invitation mail sent successfully.')).toBeVisible()
  await choose(harness, 'Chloe Schneider', 'Send invitation')
  await expect.element(harness.text('Failed to send invitation mail. Please try again later.')).toBeVisible()
  await expect.element(harness.text('User Is Locked Out')).toBeVisible()
  await harness.button('Actions for Ana Bernard').click()
  await expect
    .element(harness.page.getByRole('menuitem', { name: /Send invitation/ }))
    .toHaveAttribute('aria-disabled', 'true')
  expect(harness.calls('POST /admin/users/inviteUser').map(({ path }) => path.split('/').at(-1))).toEqual([
    luca.id,
    chloe.id,
  ])
})

test('R2.5-30 R5.1-07 R5.1-08 a password is set with its confirmation, and only when both are the same', async () => {
  const harness = await openUsers('', {
    more: { [`POST /admin/users/change-password/${luca.id}`]: { body: { success: true, errors: [] } } },
  })
  await choose(harness, 'Luca Navarro', 'Change password')
  const dialog = harness.dialog('Change the password of Luca Navarro')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect.element(dialog.getByText('Please input the new password!')).toBeVisible()
  await expect.element(dialog.getByText('Please input the password confirmation!')).toBeVisible()
  const password = dialog.getByLabelText('New password *')
  await expect.element(password).toHaveFocus()
  await password.fill('Set-By-Chief-99')
  await dialog.getByLabelText('Confirm password *').fill('Set-By-Chief-98')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect.element(dialog.getByText('The passwords you entered do not match')).toBeVisible()
  expect(harness.calls('POST /admin/users/change-password')).toHaveLength(0)
  await dialog.getByLabelText('Confirm password *').fill('Set-By-Chief-99')
  await userEvent.keyboard('{Enter}')
  await expect.element(harness.text('Password has been successfully changed')).toBeVisible()
  expect(harness.calls('POST /admin/users/change-password')[0]?.body).toEqual({
    password: 'Set-By-Chief-99',
    confirmPassword: 'Set-By-Chief-99',
  })
})

test('R2.5-30 R5.3-01 a user is added to a group that people keep; a group is required', async () => {
  const harness = await openUsers('', {
    more: {
      [`POST /admin/users/${luca.id}/groups`]: {
        body: { groupId: desk.id, groupName: desk.name, permission: 'Reader', automated: false },
      },
    },
  })
  await choose(harness, 'Luca Navarro', 'Add to group')
  const dialog = harness.dialog('Add Luca Navarro to a group')
  await dialog.getByRole('button', { name: 'Add to group' }).click()
  await expect.element(dialog.getByText('Group required')).toBeVisible()
  const group = dialog.getByRole('combobox', { name: 'Group', exact: true })
  await expect.element(group).toHaveFocus()
  await group.click()
  await dialog.getByRole('option', { name: /Support desk/ }).click()
  await dialog.getByRole('button', { name: 'Add to group' }).click()
  await expect.element(harness.text('Luca Navarro is now in Support desk')).toBeVisible()
  expect(harness.calls(`POST /admin/users/${luca.id}/groups`)[0]?.body).toEqual({ groupId: desk.id })
  // Luca was in it before, as an owner: that is what comes back.
  await harness.button('Undo').click()
  const back = `POST /admin/groups/${desk.id}/users`
  await expect
    .poll(() => harness.calls(back).map(({ body }) => body))
    .toEqual([{ userId: luca.id, permission: 'Owner' }])
  harness.answers[`GET /admin/users/${luca.id}/groups`] = list()
  await choose(harness, 'Luca Navarro', 'Add to group')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await dialog.getByRole('button', { name: 'Add to group' }).click()
  await harness.button('Undo').click()
  await expect.poll(() => harness.calls(`DELETE /admin/groups/${desk.id}/users/${luca.id}`)).toHaveLength(1)
})

test('R9-11 groups that people keep are listed at once, and found by their name with the keyboard alone', async () => {
  const group = (name: string, number: number) => ({ ...desk, id: ownId.replace(/.$/, String(number)), name })
  const harness = await openUsers('', { more: { 'GET /admin/groups': list(desk, group('Accounting', 2)) } })
  await choose(harness, 'Luca Navarro', 'Add to group')
  const dialog = harness.dialog('Add Luca Navarro to a group')
  await expect.element(dialog.getByRole('combobox', { name: 'Group', exact: true })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => dialog.getByRole('option').elements()).toHaveLength(2)
  const asked = () => harness.calls('GET /admin/groups?').map(({ path }) => new URLSearchParams(path.split('?')[1]))
  expect(Object.fromEntries(asked().at(-1) ?? [])).toMatchObject({
    filter: 'automated eq false',
    take: '1000',
    orderBy: 'name',
  })
  harness.answers['GET /admin/groups'] = list(group('Accounting', 2))
  await userEvent.keyboard('acc{Enter}')
  await expect.poll(() => dialog.getByRole('option').elements()).toHaveLength(1)
  expect(asked().at(-1)?.get('search')).toBe('acc')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Accounting')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Choose another group' })).toHaveFocus()
})

test('R9-11 the areas to choose from are a thousand at once, in the list and in the form of a new user', async () => {
  const { calls, button, page } = await openUsers()
  await button('New user').click()
  await expect.element(page.getByRole('dialog', { name: 'New user' })).toBeVisible()
  // The menu counts them, with none of them.
  const taken = () =>
    new Set(calls('GET /admin/areas?').map(({ path }) => new URLSearchParams(path.split('?')[1]).get('take')))
  await expect.poll(() => [...taken()].filter((take) => take !== '0')).toEqual(['1000'])
})
