// R8.4-05: where a form or a dialog with a form is refused, the server's words stand there.
import { afterEach, expect, test } from 'vitest'
import { broken, brokenText } from '#web/app/portal-answers.harness.ts'
import { close } from '#web/app/portal.harness.tsx'
import { at, desk, page, spain } from './groups.harness.tsx'

afterEach(close)

test('R8.4-05 a form that is refused says so in an alert over its fields, and what was typed stays', async () => {
  const { page: screen, button, answers } = await page(desk)
  answers[`PUT /admin/groups/${desk.id}`] = broken
  await screen.getByLabelText('Description').fill('Second line')
  await button('Save changes').click()
  await expect.element(screen.getByRole('alert').getByText(brokenText, { exact: true })).toBeVisible()
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Second line')
  await expect.element(button('Save changes')).toBeEnabled()
})

test('R8.4-05 a dialog with a form that is refused says so in an alert inside it, and what was typed stays', async () => {
  const { dialog, button } = await at('', { more: { 'POST /admin/groups': broken } })
  await button('New group').click()
  const form = dialog('New group')
  await form.getByLabelText('Name *').fill('Second desk')
  await form.getByLabelText('Area *').selectOptions(spain.name)
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect.element(form.getByRole('alert').getByText(brokenText, { exact: true })).toBeVisible()
  await expect.element(form.getByLabelText('Name *')).toHaveValue('Second desk')
  await expect.element(form.getByLabelText('Area *')).toHaveValue(spain.id)
})
