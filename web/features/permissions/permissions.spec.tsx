import { afterEach, expect, test } from 'vitest'
import type { Locator } from 'vitest/browser'
import { close, marta } from '#web/app/portal.harness.tsx'
import { ana, desk, acme, at, list } from './permissions.harness.tsx'

afterEach(close)

const shows = (locator: Locator, text: RegExp) => expect.poll(() => locator.element().textContent).toMatch(text)

test('R2.5-42 permissions have the tabs Users and Groups, for an Administrator or a Manager; any other is sent to /', async () => {
  for (const role of [['Administrator'], ['God', 'Manager']]) {
    const { heading, page, link } = await at('/permissions', { role })
    await expect.element(heading('Permissions')).toBeVisible()
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Users', 'Groups'])
    await expect.element(link('Ana Ruiz')).toHaveAttribute('href', `/identity/admin/permissions/${ana.id}`)
    await page.getByRole('tab', { name: 'Groups' }).click()
    await expect.element(link('Support desk')).toBeVisible()
    expect(location.search).toBe('?tab=groups')
    await close()
  }
  for (const path of ['/permissions', `/permissions/${ana.id}`])
    for (const role of [['UserAdministrator'], ['God']]) {
      const { heading, calls } = await at(path, { role })
      await expect.poll(() => location.pathname.replace(/\/$/, '')).toBe('/identity')
      await expect.element(heading('Your applications')).toBeVisible()
      expect(calls('GET /admin/tenantIdentities')).toEqual([])
      await close()
    }
})

test('R2.5-11 A-194 the menu has Permissions for an Administrator, and for a Manager who passes the gate', async () => {
  for (const [roles, there] of [
    [['Administrator'], true],
    [['UserAdministrator', 'Manager'], true],
    [['UserAdministrator'], false],
    [['God'], false],
  ] as const) {
    const { page } = await at('', { role: [...roles] })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect.element(menu.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    expect([roles, menu.getByRole('link', { name: 'Permissions' }).elements().length]).toEqual([roles, there ? 1 : 0])
    await close()
  }
})

test('R2.5-43 R3.8-08 a group shows its details, its tenants with their roles, and its users', async () => {
  const { heading, text, page } = await at(`/permissions/${desk.id}`)
  await expect.element(heading('Support desk')).toBeVisible()
  await expect.element(text('Answers the phone')).toBeVisible()
  const details = page.getByRole('region', { name: 'Details' })
  for (const [what, value] of [
    ['Area', 'Spain'],
    ['Users', '2'],
    ['Tenants', '1'],
    ['Roles', '4'],
  ] as const)
    expect(details.getByText(what, { exact: true }).element().parentElement?.textContent).toBe(what + value)
  await shows(page.getByRole('row', { name: /Zeta/ }), /Shop.*Buyer/)
  await page.getByRole('tab', { name: 'Users 2' }).click()
  await shows(page.getByRole('row', { name: /Ana Ruiz/ }), /Locked.*ana\.ruiz.*Owner/)
})

test('a user shows where something was given: path, type, whether it passes down, and the way to check what it comes to', async () => {
  const { page, link } = await at(`/permissions/${ana.id}`)
  await page.viewport(1440, 900)
  await shows(page.getByRole('row', { name: /Acme Iberia/ }), /Meridian › Iberia.*Both.*No.*01-03-2026/)
  await shows(page.getByRole('row', { name: /Global/ }), /Above all tenants.*Manager.*Own.*Yes/)
  await expect.element(link('Check permissions')).toHaveAttribute('href', '/identity/admin/inspector?user=ana.ruiz')
  await expect.element(link('Open user')).toHaveAttribute('href', `/identity/admin/users/${ana.id}`)
})

test('R8.5-01 Remove all asks in the words of the specification, names what is lost, and takes all current tenants', async () => {
  const question = 'Are you sure you want to remove all permissions from all current tenants for this user?'
  const { button, page, calls, text } = await at(`/permissions/${ana.id}`, {
    more: { [`DELETE /admin/tenantIdentities/${ana.id}`]: { body: { removed: 2 } } },
  })
  await button('Remove all').click()
  const confirmation = page.getByRole('alertdialog', { name: question })
  await expect
    .element(
      confirmation.getByText(
        'Ana Ruiz loses at once what was given to them at 2 tenants, and at the tenants below where it passes down.',
      ),
    )
    .toBeVisible()
  await expect.element(confirmation.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await confirmation.getByRole('button', { name: 'Keep' }).click()
  expect(calls('DELETE')).toEqual([])
  await button('Remove all').click()
  await confirmation.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(text('Ana Ruiz has left 2 tenants')).toBeVisible()
  expect(calls('DELETE').map(({ path, body }) => [path, body])).toEqual([
    [`/admin/tenantIdentities/${ana.id}`, { tenantIds: [] }],
  ])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({ kind: 'leaveTenants', identityId: ana.id })
})

test('R8.5-01 a refusal is said where it was asked; the group Users keeps what it has', async () => {
  const { button, page, text } = await at('/permissions', {
    more: {
      [`DELETE /admin/tenantIdentities/${ana.id}`]: {
        status: 403,
        body: { code: 'permission-missing', message: 'You dont have permission to perform this action' },
      },
    },
  })
  await button('Actions for Ana Ruiz').click()
  await page.getByRole('menuitem', { name: 'Remove all permissions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
  await expect
    .element(page.getByRole('alertdialog').getByText('You dont have permission to perform this action'))
    .toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('tab', { name: 'Groups' }).click()
  await button('Actions for Users').click()
  await expect
    .element(page.getByRole('menuitem', { name: /Remove all permissions/ }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('The group Users keeps what it has')).toBeVisible()
})

test('one row is taken away by its tenant; what was given at Global by an Administrator only', async () => {
  const { button, page, calls, text } = await at(`/permissions/${ana.id}`, {
    role: ['UserAdministrator', 'Manager'],
    more: { [`DELETE /admin/tenantIdentities/${ana.id}`]: { body: { removed: 1 } } },
  })
  await button('Actions for Global').click()
  await expect.element(page.getByRole('menuitem', { name: /Remove/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('Only an Administrator takes away what was given at Global')).toBeVisible()
  await button('Actions for Acme Iberia').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Remove the permissions of Ana Ruiz at Acme Iberia?' })
  await expect
    .element(
      confirmation.getByText('Ana Ruiz loses at once at Acme Iberia: Shop · Buyer. What comes in another way stays.'),
    )
    .toBeVisible()
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => calls('DELETE').map(({ body }) => body)).toEqual([{ tenantIds: [acme.tenantId] }])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'leaveTenants',
    identityId: ana.id,
    tenantIds: [acme.tenantId],
  })
})

test('R6-15 A-72 anyone who has no role with the word Administrator reads, and takes nothing away', async () => {
  const { page, heading, button } = await at(`/permissions/${ana.id}`, { role: ['God', 'Manager'] })
  await expect.element(heading('Ana Ruiz')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Acme Iberia/ })).toBeVisible()
  for (const name of ['Remove all', 'Actions for Acme Iberia'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await close()
  const lists = await at('/permissions', { role: ['God', 'Manager'] })
  await expect.element(lists.link('Ana Ruiz')).toBeVisible()
  await expect.element(lists.button('Bulk upload')).not.toBeInTheDocument()
  await close()
  await expect.element((await at('/permissions')).button('Bulk upload')).toBeVisible()
})

test('R6-15 A-72 anyone who has a role with the word Administrator in it, and be it TenantAdministrator, sees the items of administrators; the server has the last word', async () => {
  const role = ['God', 'Manager', 'TenantAdministrator']
  const refused = {
    status: 403,
    body: {
      status: 403,
      code: 'permission-missing',
      message: 'You dont have permission to perform this action',
      errors: [],
    },
  }
  const { page, button, alert } = await at(`/permissions/${ana.id}`, {
    role,
    more: { [`DELETE /admin/tenantIdentities/${ana.id}`]: refused },
  })
  await expect.element(button('Remove all')).toBeVisible()
  await button('Actions for Acme Iberia').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(alert().first()).toMatchTextContent(/You dont have permission|may not/i)
  await close()
  const lists = await at('/permissions', { role })
  await expect.element(lists.button('Bulk upload')).toBeVisible()
  await lists.button('Actions for Ana Ruiz').click()
  await expect.element(lists.page.getByRole('menuitem', { name: /Remove all permissions/ })).toBeVisible()
})

test('A-61 a tenant leads a Manager to its page, and an Administrator to its members', async () => {
  for (const [role, tab] of [
    [['UserAdministrator', 'Manager'], ''],
    [['Administrator'], '?tab=members'],
  ] as const) {
    const { link } = await at(`/permissions/${ana.id}`, { role: [...role] })
    await expect.element(link('Acme Iberia')).toHaveAttribute('href', `/identity/admin/tenants/${acme.tenantId}${tab}`)
    await close()
  }
})

const own = (number: number, change: object = {}) => ({
  id: number,
  at: '2026-09-01T08:00:00.000Z',
  by: { id: marta.sub, name: 'marta' },
  tenantId: acme.tenantId,
  tenantName: acme.tenantName,
  added: [],
  removed: ['Shop · Buyer'],
  before: { isInheritable: true, roles: ['shop: Buyer'] },
  after: null,
  undoable: true,
  ...change,
})

test('rule 18 what is removed here, one row, several or all, is offered back', async () => {
  const { button, page, calls, answers } = await at(`/permissions/${ana.id}`, {
    more: {
      [`DELETE /admin/tenantIdentities/${ana.id}`]: { body: { removed: 2 } },
      'GET /admin/access/changes': list(own(41)),
      ...Object.fromEntries(
        [41, 42].map((number) => [`POST /admin/access/undo/${number}`, { body: { success: true, errors: [] } }]),
      ),
    },
  })
  const looked = () => calls('GET /admin/access/changes').map(({ path }) => path.split('?')[1])
  const undone = () => calls('POST /admin/access/undo/').map(({ path }) => path.split('/').at(-1))
  const confirm = (verb: string) => page.getByRole('alertdialog').getByRole('button', { name: verb }).click()
  await button('Actions for Acme Iberia').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await confirm('Remove')
  await button('Undo').click()
  await expect.poll(undone).toEqual(['41'])
  const atAcme = `identityId=${ana.id}&tenantId=${acme.tenantId}&skip=0&take=1`
  expect(looked()).toEqual([atAcme])
  answers['GET /admin/access/changes'] = list(own(42), own(41))
  await button('Remove all').click()
  await confirm('Remove all')
  await button('Undo').click()
  await expect.poll(undone).toEqual(['41', '42', '41'])
  expect(looked().at(-1)).toBe(`identityId=${ana.id}&skip=0&take=2`)
  await page.getByRole('checkbox', { name: 'Select Acme Iberia' }).click()
  await button('Remove').click()
  await confirm('Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await button('Undo').click()
  await expect.poll(undone).toEqual(['41', '42', '41', '42'])
  expect(looked().at(-1)).toBe(atAcme)
})
