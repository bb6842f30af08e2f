// Tenants are deleted, and offered back.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close } from '#web/app/portal.harness.tsx'
import { ferrer, iberia, madrid, meridian, openTenants, type Harness } from './tenants.harness.tsx'

afterEach(close)

const choose = async ({ button, page }: Harness, name: string, item: string) => {
  await button(`Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('A-94 deleting names the memberships that go; a tenant with others below it is not offered to be deleted', async () => {
  const harness = await openTenants('', { tenants: [meridian, iberia, { ...ferrer, membersCount: 2 }] })
  await choose(harness, 'Meridian Group', 'Delete tenant')
  const refused = harness.page.getByRole('alertdialog', { name: 'Meridian Group cannot be deleted' })
  await expect.element(refused).toMatchTextContent(/There is 1 tenant directly below it/)
  await refused.getByRole('button', { name: 'Close' }).click()
  await choose(harness, 'Grupo Ferrer', 'Delete tenant')
  const question = harness.page.getByRole('alertdialog', { name: 'Delete Grupo Ferrer?' })
  await expect
    .element(question)
    .toMatchTextContent(
      /Its 2 memberships go, with the roles they gave\. Requests for access that wait for it are cancelled\./,
    )
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus()
  harness.answers[`DELETE /admin/tenants/${ferrer.id}`] = () => {
    harness.stored.drop(ferrer.id)
    return { body: {} }
  }
  await question.getByRole('button', { name: 'Delete tenant' }).click()
  await expect.element(harness.text('Tenant Grupo Ferrer deleted')).toBeVisible()
  expect(harness.calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'deleteTenant',
    tenantId: ferrer.id,
  })
  await expect.element(harness.link('Grupo Ferrer')).not.toBeInTheDocument()
})

const deleteFerrer = async () => {
  const harness = await openTenants('', { tenants: [meridian, ferrer] })
  harness.answers[`DELETE /admin/tenants/${ferrer.id}`] = () => {
    harness.stored.drop(ferrer.id)
    return { body: {} }
  }
  await choose(harness, 'Grupo Ferrer', 'Delete tenant')
  await harness.page
    .getByRole('alertdialog', { name: 'Delete Grupo Ferrer?' })
    .getByRole('button', { name: 'Delete tenant' })
    .click()
  await expect.element(harness.link('Grupo Ferrer')).not.toBeInTheDocument()
  return harness
}

test('what was deleted is offered back, and stands in the list again', async () => {
  const harness = await deleteFerrer()
  harness.answers[`POST /admin/access/undo/removal/${ferrer.id}`] = () => {
    harness.stored.add(ferrer)
    return { body: { success: true, errors: [] } }
  }
  await harness.button('Undo').click()
  await expect.element(harness.text('1 restored')).toBeVisible()
  await expect.element(harness.link('Grupo Ferrer')).toBeVisible()
})

test('what stands in the way of it is said', async () => {
  const harness = await deleteFerrer()
  harness.answers[`POST /admin/access/undo/removal/${ferrer.id}`] = {
    status: 409,
    body: { code: 'undo-conflict', message: 'This cannot be undone any more: the tenant above it is gone' },
  }
  await harness.button('Undo').click()
  await expect.element(harness.text('Not everything could be restored')).toBeVisible()
  await expect.element(harness.text('This cannot be undone any more: the tenant above it is gone')).toBeVisible()
})

test('A-94 several are deleted one after the other; those that the server keeps say why', async () => {
  const harness = await openTenants('', { tenants: [meridian, iberia, ferrer] })
  harness.answers[`DELETE /admin/tenants/${meridian.id}`] = {
    status: 409,
    body: { code: 'tenant-has-children', message: 'There are tenants below this one: move or delete them first' },
  }
  harness.answers[`DELETE /admin/tenants/${ferrer.id}`] = () => {
    harness.stored.drop(ferrer.id)
    return { body: {} }
  }
  for (const name of ['Grupo Ferrer', 'Meridian Group'])
    await harness.page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await harness.button('Delete selected').click()
  await harness.page
    .getByRole('alertdialog', { name: 'Delete 2 tenants?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect.element(harness.text('1 done, 1 failed')).toBeVisible()
  expect(harness.calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'several',
    changes: [ferrer.id, meridian.id].map((tenantId) => ({ kind: 'deleteTenant', tenantId })),
  })
  await expect.element(harness.text(/There are tenants below this one: move or delete them first/)).toBeVisible()
  // Only what was deleted comes back.
  await harness.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await harness.button('Undo').click()
  await expect
    .poll(() => harness.calls('POST /admin/access/undo/').map(({ path }) => path))
    .toEqual([`/admin/access/undo/removal/${ferrer.id}`])
})

test('R2.5-41 R6-13 A-61 A-194 a Manager who passes the gate opens Tenants from the menu, makes, edits, moves and deletes them, and sees neither members nor the toggle of global users', async () => {
  for (const role of [
    ['UserAdministrator', 'Manager'],
    ['God', 'Manager'],
  ]) {
    const harness = await openTenants('', { role })
    const menu = harness.page.getByRole('navigation', { name: 'Menu' })
    await expect.element(menu.getByRole('link', { name: /^Tenants/ })).toHaveAttribute('aria-current', 'page')
    await expect.element(menu.getByRole('link', { name: /MFA Configuration/ })).not.toBeInTheDocument()
    await expect.element(harness.button('New tenant')).toBeVisible()
    await harness.button('Actions for Innovation Madrid').click()
    for (const name of ['Move to …', 'Delete tenant'])
      await expect.element(harness.page.getByRole('menuitem', { name })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await harness.link('Innovation Madrid').click()
    await expect.element(harness.heading('Innovation Madrid')).toBeVisible()
    expect(
      harness.page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['General'])
    expect(harness.page.getByText('Include global users').elements()).toEqual([])
    await harness.button('Edit').click()
    await harness.page.getByRole('textbox', { name: 'Title' }).fill('Madrid')
    harness.answers[`PUT /admin/tenants/${madrid.id}`] = {
      body: { ...harness.stored.shown(madrid.id), title: 'Madrid' },
    }
    await harness.button('Ok').click()
    await expect.poll(() => harness.calls('PUT').map(({ body }) => body)).toMatchObject([{ title: 'Madrid' }])
    expect(harness.calls(`GET /admin/tenants/${madrid.id}/members`)).toEqual([])
    await close()
  }
})
