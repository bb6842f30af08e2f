// /admin/applications/{id}?edit=properties: what is kept of an application, changed.
import { afterEach, expect, test } from 'vitest'
import { grants, identity, keeps, openApplications } from './applications.harness.tsx'
import { close } from '#web/app/portal.harness.tsx'

afterEach(close)

const editing = async (more: Parameters<typeof openApplications>[1] = {}) => {
  const harness = await openApplications('/101?edit=properties', more)
  const drawer = harness.dialog('Edit properties')
  return {
    ...harness,
    field: (label: string) => drawer.getByLabelText(label, { exact: true }),
    save: () => drawer.getByRole('button', { name: 'Save changes' }).click(),
  }
}

test('R5.4-06 an application keeps a display name, a private URL and a redirect address', async () => {
  const { field, save, calls } = await editing()
  const redirect = 'Redirect addresses, number 1'
  for (const label of ['Display name *', 'Private URL *', redirect]) await field(label).fill(' ')
  await save()
  for (const label of ['Display name *', 'Private URL *', redirect])
    await expect.element(field(label)).toHaveAccessibleDescription('This field is required')
  await expect.element(field('Application Id')).toHaveAttribute('readonly')
  expect(calls('PATCH')).toHaveLength(0)
})

test('R5.4-06 only what was changed is sent, and the day it was read', async () => {
  const harness = await editing()
  keeps(harness)
  await harness.field('Display name *').fill('Grants Desk 2')
  await expect.element(harness.text('1 change not saved: Display name')).toBeVisible()
  await harness.save()
  await expect.element(harness.heading('Grants Desk 2')).toBeVisible()
  expect(harness.calls('PATCH').map(({ body }) => body)).toEqual([
    { displayName: 'Grants Desk 2', modifiedOn: grants.modifiedOn },
  ])
  expect(location.search).toBe('')
})

test('T57 T82 what somebody else saved meanwhile is not undone: the form stays until the newer state is loaded', async () => {
  const harness = await editing()
  await harness.field('Title').fill('Grants and more')
  harness.answers['GET /admin/applications/101'] = {
    body: { ...grants, description: 'Theirs', modifiedOn: '2026-03-01T10:30:00Z' },
  }
  const changed = { by: 'Núria Puig', on: '2026-03-01T10:30:00Z' }
  harness.answers['PATCH /admin/applications/101'] = {
    status: 409,
    body: { code: 'changed-meanwhile', message: 'x', changed },
  }
  for (const _ of [1, 2]) {
    await harness.save()
    await expect
      .element(harness.dialog('Edit properties').getByText(/^Núria Puig changed this on 01-03-2026/))
      .toBeVisible()
    await expect.poll(() => harness.page.getByText('Theirs').elements().length).toBe(1)
  }
  expect(harness.calls('PATCH').map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ title: 'Grants and more', modifiedOn: grants.modifiedOn })),
  )
  await expect.element(harness.field('Title')).toHaveValue('Grants and more')
  await harness.button('Load the newer state').click()
  await expect.element(harness.field('Title')).toHaveValue('Grants and more')
  await harness.save()
  const [newest] = harness.calls('PATCH').slice(-1)
  expect(newest?.body).toEqual({ title: 'Grants and more', modifiedOn: '2026-03-01T10:30:00Z' })
})

test('a secret that is replaced is shown once', async () => {
  const harness = await editing()
  keeps(harness)
  await harness.field('Shared secret').fill('only-for-the-two-of-us')
  await harness.save()
  await expect
    .element(harness.dialog('The secret was replaced').getByLabelText('Shared secret'))
    .toHaveValue('only-for-the-two-of-us')
  await harness.dialog('The secret was replaced').getByRole('button', { name: 'Close' }).last().click()
  await harness.page.getByRole('region', { name: 'General properties' }).getByRole('button', { name: 'Edit' }).click()
  await expect.element(harness.field('Shared secret')).toHaveValue('')
})

test('leaving with unsaved words asks first', async () => {
  const { field, page, button, dialog } = await editing()
  await field('Title').fill('Grants and more')
  await dialog('Edit properties').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
  await button('Keep editing').click()
  await expect.element(field('Title')).toHaveValue('Grants and more')
})

test('of the portal’s own applications only the description and the public URL are open, and no role is added', async () => {
  const { button, dialog, link } = await openApplications(`/${identity.id}?edit=properties`)
  const drawer = dialog('Edit properties')
  await expect.element(drawer.getByLabelText('Display name *')).toBeDisabled()
  await expect.element(drawer.getByLabelText('Private URL *')).toBeDisabled()
  await expect.element(drawer.getByLabelText('Public URL')).toBeEnabled()
  await expect.element(drawer.getByLabelText('Description (English)')).toBeEnabled()
  await expect.element(link('Reader')).toBeInTheDocument()
  await expect.element(button('New role')).not.toBeInTheDocument()
})
