// The wizard: a new user with a request, a request that waits, and one for somebody who is there.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close } from '#web/app/portal.harness.tsx'
import { altamira, areas, asked, clara, draft, id, matteo, openClients, request } from '../consultants.harness.tsx'

afterEach(async () => {
  sessionStorage.clear()
  await close()
})

const base = '/admin/operationRequests'

const opened = async (setting: Parameters<typeof openClients>[0] = {}) => {
  const harness = await openClients({
    ...setting,
    more: { [`POST ${base}/createUser`]: { body: request() }, ...setting.more },
  })
  await harness.button('New user').click()
  const wizard = harness.dialog('Create Operation Request')
  await expect.element(wizard.getByLabelText('User name *')).toHaveFocus()
  const press = (name: string) => wizard.getByRole('button', { name, exact: true }).click()
  const fill = async (email = 'clara.domenech@client.example') => {
    for (const [label, value] of Object.entries({
      'User name': 'clara.domenech',
      'First name': 'Clara',
      'Last name': 'Domenech',
      Email: email,
    }))
      await wizard.getByLabelText(`${label} *`, { exact: true }).fill(value)
    await wizard.getByLabelText('Area *').selectOptions('Customers')
    await wizard.getByLabelText('Preferred language *').selectOptions('Français')
  }
  const choose = async (application: string, role: string) => {
    await wizard.getByRole('switch', { name: `Access to ${application}` }).click()
    const picker = harness.dialog(`Choose roles: ${application}`)
    await picker.getByRole('checkbox', { name: role }).click()
    await picker.getByRole('button', { name: 'Add 1 role' }).click()
  }
  return { ...harness, wizard, press, fill, choose, sent: () => harness.bodies(`POST ${base}/createUser`) }
}

const input = {
  tenantId: altamira.id,
  userName: 'clara.domenech',
  firstName: 'Clara',
  lastName: 'Domenech',
  email: 'clara.domenech@client.example',
  areaId: areas[0]?.id,
  language: 'fr',
}

test('R2.6-24 R2.6-25 R2.6-26 R4.11-01 two steps make a user with roles in two applications, and send the request', async () => {
  const { wizard, press, fill, choose, sent, text } = await opened()
  const steps = wizard.getByRole('list', { name: 'Steps' })
  await expect.element(steps.getByRole('listitem').nth(0)).toMatchTextContent(/User Information/)
  await expect.element(steps.getByRole('listitem').nth(1)).toMatchTextContent(/User's Permissions/)
  await expect.element(steps.getByRole('listitem').nth(0)).toHaveAttribute('aria-current', 'step')
  for (const name of ['Cancel', 'Save and exit', 'Next'])
    await expect.element(wizard.getByRole('button', { name, exact: true })).toBeVisible()
  await fill()
  await press('Next')
  await expect.element(steps.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'step')
  await choose('Grants', 'Contributor')
  await choose('Signature', 'Signer')
  await expect.element(wizard.getByText('2 applications, 2 roles')).toBeVisible()
  await press('Done')
  await expect.element(text('The request for Clara Domenech has been sent for approval')).toBeVisible()
  expect(sent()).toMatchObject([{ ...input, roles: [id(41), id(43)], autoApprove: false }])
})

test('A-144 Save and exit on the first step makes the draft and an empty request', async () => {
  const { press, fill, sent, wizard } = await opened()
  await fill()
  await press('Save and exit')
  await expect.element(wizard).not.toBeInTheDocument()
  expect(sent()).toMatchObject([{ ...input, roles: [], autoApprove: false }])
})

test('R5.2-01 R5.2-02 R5.2-09 R8.4-06 what is wrong stands at the top of the dialog and at its field, and nothing is sent', async () => {
  const { press, fill, wizard, sent } = await opened()
  await press('Next')
  const alert = wizard.getByRole('alert')
  await expect.element(alert.getByText('Please input your username!')).toBeVisible()
  await expect.element(wizard.getByLabelText('User name *')).toHaveFocus()
  for (const email of ['clara@gmail.com', 'clara@YAHOO.es', 'hotmail@client.example']) {
    await fill(email)
    await press('Next')
    await expect.element(alert.getByText('Invalid email address.')).toBeVisible()
    await expect.element(wizard.getByLabelText('Email *')).toHaveAttribute('aria-invalid', 'true')
  }
  expect(sent()).toEqual([])
})

test('R8.4-06 what the server refuses of the person leads back to the first step, with everything that was typed', async () => {
  const { press, fill, choose, wizard, answers, text } = await opened()
  answers[`POST ${base}/createUser`] = {
    status: 409,
    body: {
      code: 'user-name-taken',
      message: 'This user name is already in use',
      errors: [{ field: 'userName', message: 'This user name is already in use', code: 'user-name-taken', data: {} }],
    },
  }
  await fill()
  await press('Next')
  await choose('Grants', 'Reader')
  await press('Done')
  await expect.element(wizard.getByRole('alert').getByText('This user name is already in use')).toBeVisible()
  await expect.element(wizard.getByLabelText('User name *')).toHaveValue('clara.domenech')
  answers[`POST ${base}/createUser`] = { body: request() }
  await wizard.getByLabelText('User name *').fill('clara.d')
  await press('Next')
  await expect.element(wizard.getByText('1 application, 1 role')).toBeVisible()
  await press('Done')
  await expect.element(text('The request for Clara Domenech has been sent for approval')).toBeVisible()
})

test('R5.2-10 job title, manager and teams are for people of the area Customers', async () => {
  const { wizard, fill, press, sent } = await opened()
  await fill()
  await wizard.getByLabelText('Job title').fill('Engineer')
  await wizard.getByLabelText('Teams').fill('Energy; Water')
  await wizard.getByLabelText('Area *').selectOptions('Spain')
  await expect.element(wizard.getByLabelText('Job title')).toHaveAttribute('readonly')
  await wizard.getByLabelText('Area *').selectOptions('Customers')
  await press('Save and exit')
  await expect.poll(sent).toMatchObject([{ jobTitle: 'Engineer', teams: ['Energy', 'Water'] }])
})

test('R5.2-12 a tenant is required, chosen in a selector that says Select Tenant...', async () => {
  const { wizard, fill, press, sent } = await opened()
  await fill()
  await press('Next')
  await wizard.getByRole('button', { name: /Altamira Energía/ }).click()
  const search = wizard.getByRole('combobox', { name: 'Tenant' })
  await expect.element(search).toHaveAttribute('placeholder', 'Select Tenant...')
  await press('Done')
  await expect.element(wizard.getByRole('alert').getByText('Please select a tenant')).toBeVisible()
  await expect.element(search).toHaveAttribute('aria-invalid', 'true')
  expect(sent()).toEqual([])
})

test('R2.6-27 A-131 only who approves has the switch, and for somebody from outside it asks first', async () => {
  const without = await opened()
  await without.fill()
  await without.press('Next')
  await expect.element(without.wizard.getByRole('switch', { name: 'Access to Grants' })).toBeVisible()
  expect(without.wizard.getByRole('switch', { name: 'Approve' }).elements()).toEqual([])
  await close()
  const { wizard, fill, press, sent, page, text } = await opened({
    tenants: [{ ...altamira, canAutoApprove: true }],
    more: { [`POST ${base}/createUser`]: { body: request({ status: 'Applied' }) } },
  })
  await fill()
  await press('Next')
  await wizard.getByRole('switch', { name: 'Approve' }).click()
  await press('Done')
  const question = page.getByRole('alertdialog', { name: 'Approve access for Clara Domenech?' })
  await expect.element(question.getByRole('button', { name: 'Not Approve' })).toHaveFocus()
  expect(sent()).toEqual([])
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.element(text('The access of Clara Domenech takes effect now')).toBeVisible()
  expect(sent()).toMatchObject([{ autoApprove: true }])
})

test('R2.6-26 A-134 a request that waits opens filled, and is saved as it shall be', async () => {
  const saved = `PUT ${base}/permissions/${id(61)}`
  const { button, dialog, bodies, calls } = await openClients({
    more: {
      [`GET ${base}/createUser/${id(61)}`]: { body: draft },
      [`PUT ${base}/createUser/${id(61)}`]: { body: draft },
      [`GET ${base}/permissions`]: { body: asked },
      [saved]: { body: request() },
    },
  })
  await button(`Edit the permissions of ${clara.displayName}`).click()
  const wizard = dialog('Edit Request')
  await expect.element(wizard.getByLabelText('User name *')).toHaveValue('clara.domenech')
  await expect.element(wizard.getByLabelText('User name *')).toHaveAttribute('readonly')
  await wizard.getByLabelText('First name *').fill('Clàra')
  await wizard.getByRole('button', { name: 'Next' }).click()
  await expect.element(wizard.getByText('1 application, 1 role')).toBeVisible()
  await wizard.getByRole('button', { name: 'Remove Reader' }).click()
  await wizard.getByRole('button', { name: 'Done' }).click()
  await expect.element(wizard).not.toBeInTheDocument()
  expect(bodies(`PUT ${base}/createUser/${id(61)}`)).toMatchObject([
    { firstName: 'Clàra', modifiedOn: draft.modifiedOn, teams: ['Energy'] },
  ])
  expect(bodies(saved)).toEqual([{ roles: [], isInheritable: false }])
  expect(calls(`POST ${base}`)).toEqual([])
})

test('A-134 of a request for a draft that somebody else made only the permissions are edited', async () => {
  const saved = `PUT ${base}/permissions/${id(61)}`
  const { button, dialog, bodies } = await openClients({
    more: {
      [`GET ${base}/createUser/${id(61)}`]: { status: 404, body: { status: 404, code: 'user-not-found' } },
      [`GET ${base}/permissions`]: { body: asked },
      [saved]: { body: request() },
    },
  })
  await button(`Edit the permissions of ${clara.displayName}`).click()
  const wizard = dialog('Edit Request')
  await expect.element(wizard.getByText(clara.displayName).first()).toBeVisible()
  await wizard.getByRole('button', { name: 'Remove Reader' }).click()
  await wizard.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => bodies(saved)).toEqual([{ roles: [], isInheritable: false }])
})

test('R2.6-17 for somebody who is there only the permissions are asked for', async () => {
  const { button, dialog, bodies } = await openClients({
    more: {
      [`GET /profile/${altamira.id}/members/identity`]: { body: { ...asked, roles: [], hierarchyType: 'Own' } },
      [`POST ${base}/create`]: { body: request({ identityId: matteo.id }) },
    },
  })
  await button(`Edit the permissions of ${matteo.displayName}`).click()
  const wizard = dialog('Create Operation Request')
  await expect.element(wizard.getByRole('switch', { name: 'Access to Grants' })).toBeVisible()
  expect(wizard.getByRole('list', { name: 'Steps' }).elements()).toEqual([])
  await wizard.getByRole('button', { name: 'Done' }).click()
  await expect
    .poll(() => bodies(`POST ${base}/create`))
    .toMatchObject([{ identityType: 'User', identityId: matteo.id, tenantId: altamira.id, roles: [] }])
})

test('what was typed is not lost by Escape', async () => {
  const { wizard, page } = await opened()
  await wizard.getByLabelText('First name *').fill('Clara')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
  await expect.element(wizard.getByLabelText('First name *')).toHaveValue('Clara')
})
