// The dialog of a new user.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { languages } from '#contract/kernel/language.ts'
import { close } from '#web/app/portal.harness.tsx'
import { luca, openUsers, spain, whole } from './users.harness.tsx'

afterEach(close)

const noa = {
  ...luca,
  id: '00000000-0000-4000-8000-000000000009',
  userName: 'noa.neu',
  firstName: 'Noa',
  lastName: 'Neu',
  email: 'noa@people.example',
}

const opened = async () => {
  const harness = await openUsers('', {
    more: { 'POST /admin/users': { body: whole(noa) }, [`GET /admin/users/${noa.id}`]: { body: whole(noa) } },
  })
  await harness.button('New user').click()
  const dialog = harness.dialog('New user')
  const create = () => dialog.getByRole('button', { name: 'Create user' }).click()
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await dialog.getByLabelText(`${label} *`, { exact: true }).fill(value)
  }
  const filled = async () => {
    await fill({ 'User name': 'noa.neu', 'First name': 'Noa', 'Last name': 'Neu', Email: 'noa@people.example' })
    await dialog.getByLabelText('Area *').selectOptions(spain.name)
    await dialog.getByLabelText('Preferred language *').selectOptions('Español')
  }
  return {
    ...harness,
    dialog,
    create,
    fill,
    filled,
    sent: () => harness.calls('POST /admin/users').map(({ body }) => body as Record<string, unknown>),
  }
}

test('R3.7-04 A-173 all seven languages are offered, German with them', async () => {
  const { dialog } = await opened()
  const offered = dialog.getByLabelText('Preferred language *').getByRole('option').elements()
  expect(offered.map((option) => option.getAttribute('value'))).toEqual(['', ...languages])
})

test('R2.5-30 R5.2-01 R5.2-02 R5.2-03 R5.2-04 R5.2-05 every field that must be filled says so in its own words, and nothing is sent', async () => {
  const { dialog, create, fill, sent } = await opened()
  await expect.element(dialog.getByLabelText('User name *')).toHaveFocus()
  await create()
  for (const words of [
    'Please input your username!',
    'Please input your email!',
    'Please input your first name!',
    'Please input your last name!',
    'Area required',
    'Please select your preferred language!',
  ])
    await expect.element(dialog.getByText(words, { exact: true })).toBeVisible()
  await fill({ Email: 'noa at people' })
  await expect.element(dialog.getByText('Invalid email address.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Email *')).toHaveAttribute('aria-invalid', 'true')
  expect(sent()).toEqual([])
})

test('R5.2-06 a password and its confirmation are required where Create Password is ticked, and only there', async () => {
  const { dialog, create, fill, filled, sent } = await opened()
  await filled()
  await expect.element(dialog.getByLabelText('Password *', { exact: true })).not.toBeInTheDocument()
  await dialog.getByRole('checkbox', { name: /^Create Password/ }).click()
  await create()
  await expect.element(dialog.getByText('Please input your password!')).toBeVisible()
  await expect.element(dialog.getByText('Please confirm your password!')).toBeVisible()
  await fill({ Password: 'First-Password-1', 'Confirm password': 'First-Password-2' })
  await expect.element(dialog.getByText('The passwords you entered do not match')).toBeVisible()
  await fill({ 'Confirm password': 'First-Password-1' })
  await create()
  await expect
    .poll(sent)
    .toEqual([expect.objectContaining({ password: 'First-Password-1', confirmPassword: 'First-Password-1' })])
})

test('R5.2-07 without Create Password no password is sent, and the new user opens', async () => {
  const { create, filled, sent, heading, text } = await opened()
  await filled()
  await create()
  await expect.element(heading('Noa Neu')).toBeVisible()
  await expect.element(text('Noa Neu has been created')).toBeVisible()
  expect(sent()).toEqual([
    {
      userName: 'noa.neu',
      email: 'noa@people.example',
      firstName: 'Noa',
      lastName: 'Neu',
      areaId: spain.id,
      language: 'es',
      validateScopes: false,
      sendEmailInvite: true,
    },
  ])
})

test('what the server refuses stands under its field, and goes when it is typed again', async () => {
  const { create, filled, fill, dialog, answers } = await opened()
  answers['POST /admin/users'] = {
    status: 409,
    body: {
      code: 'user-name-taken',
      message: 'This user name is already in use',
      errors: [{ field: 'userName', message: 'This user name is already in use', code: 'user-name-taken', data: {} }],
    },
  }
  await filled()
  await create()
  await expect.element(dialog.getByText('This user name is already in use')).toBeVisible()
  await expect.element(dialog.getByLabelText('User name *')).toHaveFocus()
  await fill({ 'User name': 'noa.neu2' })
  await expect.element(dialog.getByText('This user name is already in use')).not.toBeInTheDocument()
})

test('a field that nobody has touched is not complained about, so that the first press beside it counts', async () => {
  const { dialog, text } = await opened()
  await expect.element(dialog.getByLabelText('User name *')).toHaveFocus()
  await dialog.getByRole('checkbox', { name: /^Restricted/ }).click()
  await expect.element(dialog.getByRole('checkbox', { name: /^Restricted/ })).toBeChecked()
  await expect.element(text('Please input your username!')).not.toBeInTheDocument()
})

test('Escape does not throw away what was typed', async () => {
  const { fill, dialog, page } = await opened()
  await fill({ 'First name': 'Noa' })
  for (const _ of 'five!') await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await expect.element(question).toBeVisible()
  await expect.element(dialog.getByLabelText('First name *')).toHaveValue('Noa')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'New user' }).click()
  await expect.element(dialog.getByLabelText('First name *')).toHaveValue('')
})

test('rule 21 on a telephone the first field that is missing comes into view with its label', async () => {
  const { dialog, create, page } = await opened()
  await page.viewport(390, 844)
  await create()
  await expect.element(dialog.getByLabelText('User name *', { exact: true })).toHaveFocus()
  const edge = (selector: string) => document.querySelector(`dialog[open] ${selector}`)?.getBoundingClientRect()
  await expect.poll(() => (edge('.field > label')?.top ?? 0) - (edge('header')?.bottom ?? 0)).toBeGreaterThanOrEqual(0)
})
