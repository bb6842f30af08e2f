// /admin/tenants/{id}: the page beside the tree, its form, its menu.
import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { TenantItem } from '#contract/tenant-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import { close } from '#web/app/portal.harness.tsx'
import {
  altamira,
  barcelona,
  customers,
  everyone,
  ferrer,
  france,
  iberia,
  meridian,
  openTenants,
  pageOf,
  type Harness,
} from './tenants.harness.tsx'

afterEach(close)

const keeps = ({ stored, answers }: Harness, id: string) => {
  answers[`PUT /admin/tenants/${id}`] = ({ body }) => {
    const { modifiedOn: _, ...change } = body as { modifiedOn: string }
    stored.set(id, { ...change, modifiedOn: '2026-03-02T10:00:00Z' })
    return { body: stored.shown(id) }
  }
}

test('R2.5-41 a tenant has a tree beside it, its marks, the way down to it, and the tabs General and Members', async () => {
  const harness = await openTenants(pageOf(barcelona))
  await expect.element(harness.heading('Innovation Barcelona')).toBeVisible()
  await expect.poll(() => document.title).toBe('Innovation Barcelona · Portico')
  await expect
    .element(harness.page.getByRole('navigation', { name: 'Under' }).getByRole('link', { name: 'Meridian Iberia' }))
    .toHaveAttribute('href', `/identity/admin/${pageOf(iberia)}`)
  for (const mark of ['Auto', 'Customized', 'MFA required', 'Yes'])
    await expect.element(harness.page.getByRole('main').getByText(mark, { exact: true }).first()).toBeVisible()
  await expect.element(harness.page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(harness.page.getByRole('tab', { name: 'Members 2' })).toBeVisible()
  expect(
    harness.page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['General', 'Members2'])
  await expect.element(harness.node('Innovation Barcelona')).toHaveAttribute('aria-selected', 'true')
  await expect
    .element(harness.page.getByRole('navigation', { name: 'You are here' }))
    .toHaveTextContent('TenantsInnovation Barcelona')
})

test('9.5 the name of a tenant above, of 80 letters without a space, stays within the page', async () => {
  const above = { ...iberia, title: 'W'.repeat(80) }
  const harness = await openTenants(pageOf(barcelona), { tenants: everyone.with(1, above) })
  const link = harness.page.getByRole('navigation', { name: 'Under' }).getByRole('link', { name: above.title })
  for (const width of [1440, 390]) {
    await screen.viewport(width, 844)
    await expect.element(link).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
  }
})

test('R4.11-03 R5.5-05 the form is read-only until Edit; Cancel restores, Ok saves what differs, with title and area required', async () => {
  const harness = await openTenants(pageOf(barcelona))
  keeps(harness, barcelona.id)
  const title = harness.page.getByLabelText(/^Title/)
  const area = harness.page.getByLabelText(/^Area/)
  await expect.element(title).toHaveAttribute('readonly')
  await expect.element(area).toBeDisabled()
  await expect.element(harness.button('Ok')).not.toBeInTheDocument()
  await harness.button('Edit').click()
  await expect.element(title).toHaveFocus()
  await title.fill('Something else')
  await harness.button('Cancel').click()
  await expect.element(title).toHaveValue('Innovation Barcelona')
  await expect.element(title).toHaveAttribute('readonly')
  await expect.element(harness.button('Edit')).toHaveFocus()
  await harness.button('Edit').click()
  await title.fill(' ')
  await area.selectOptions('Choose an area')
  await harness.button('Ok').click()
  await expect.element(harness.text('Please input a title')).toBeVisible()
  await expect.element(harness.text('Please select an area')).toBeVisible()
  expect(harness.calls('PUT /admin/tenants')).toEqual([])
  await title.fill('Innovation Catalonia')
  await area.selectOptions('Customers')
  await harness.page.getByLabelText('VIES number').fill('ESB77')
  await harness.button('Ok').click()
  await expect.element(harness.heading('Innovation Catalonia')).toBeVisible()
  await expect.element(harness.node('Innovation Catalonia')).toBeVisible()
  await expect.element(title).toHaveAttribute('readonly')
  expect(harness.calls('PUT /admin/tenants').map(({ body }) => body)).toEqual([
    {
      title: 'Innovation Catalonia',
      areaId: customers.id,
      taxNumber: 'B-77',
      viesNumber: 'ESB77',
      groupAlias: null,
      modifiedOn: barcelona.modifiedOn,
    },
  ])
})

test('T57 T82 anyone who was overtaken is told by whom and when, keeps what was typed, and saves it on top', async () => {
  const harness = await openTenants(pageOf(barcelona))
  const modifiedOn = '2026-11-22T04:10:00.000Z'
  const put = `PUT /admin/tenants/${barcelona.id}`
  const saves = harness.answers[put]
  harness.answers[put] = () => {
    harness.stored.set(barcelona.id, { title: 'Theirs', modifiedOn })
    const changed = { by: 'Núria Puig', on: modifiedOn }
    return { status: 409, body: { code: 'changed-meanwhile', message: 'Núria Puig changed this', changed } }
  }
  await harness.button('Edit').click()
  await harness.page.getByLabelText('CIF').fill('B-78')
  await harness.button('Ok').click()
  await expect.element(harness.alert().getByText(/^Núria Puig changed this on 22-11-2026/)).toBeVisible()
  await expect.element(harness.alert().getByText(/^Changed there: Title\. What you typed is kept/)).toBeVisible()
  await expect.element(harness.page.getByLabelText('CIF')).toHaveValue('B-78')
  await harness.button('Load the newer state').click()
  await expect.element(harness.page.getByLabelText('Title *')).toHaveValue('Theirs')
  await expect.element(harness.page.getByLabelText('CIF')).toHaveValue('B-78')
  if (saves) harness.answers[put] = saves
  await harness.button('Ok').click()
  await expect
    .poll(() => harness.calls(put).at(-1)?.body)
    .toMatchObject({ title: 'Theirs', taxNumber: 'B-78', modifiedOn })
})

test('what was typed is kept over the tabs, and not lost by a click in the tree', async () => {
  const harness = await openTenants(pageOf(barcelona))
  await harness.button('Edit').click()
  await harness.page.getByLabelText('CIF').fill('B-78')
  await harness.page.getByRole('tab', { name: 'Members 2' }).click()
  await harness.page.getByRole('tab', { name: 'General' }).click()
  await expect.element(harness.page.getByLabelText('CIF')).toHaveValue('B-78')
  await harness.node('Innovation Madrid').click()
  const question = harness.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(harness.page.getByLabelText('CIF')).toHaveValue('B-78')
  await harness.node('Innovation Madrid').click()
  await question.getByRole('button', { name: /Discard|Leave/ }).click()
  await expect.element(harness.heading('Innovation Madrid')).toBeVisible()
})

const choose = async (harness: Harness, title: string, item: string) => {
  await harness.button(`More about ${title}`).click()
  await harness.page.getByRole('menuitem', { name: item }).click()
}

test('R2.5-54 A-94 its menu makes tenants below it, switches the second factor, and deletes it', async () => {
  const harness = await openTenants(pageOf(altamira))
  harness.answers[`POST /admin/tenants/twoModeAuth/${altamira.id}`] = () => {
    harness.stored.set(altamira.id, { requiredTwoModeAuthentification: true })
    return { body: { success: true, errors: [], tenant: TenantItem.parse(harness.stored.shown(altamira.id)) } }
  }
  await choose(harness, 'Altamira Energía', 'Require MFA')
  await harness.page
    .getByRole('alertdialog', { name: 'Are you sure to enable the MFA factor?' })
    .getByRole('button', { name: 'Enable' })
    .click()
  await expect.element(harness.node('Altamira Energía requires MFA')).toBeVisible()
  await choose(harness, 'Altamira Energía', 'New tenant below')
  await expect.element(harness.dialog('New tenant').getByText('Altamira Energía')).toBeVisible()
  await harness.dialog('New tenant').getByRole('button', { name: 'Cancel' }).click()
  harness.answers[`DELETE /admin/tenants/${altamira.id}`] = () => {
    harness.stored.drop(altamira.id)
    return { body: {} }
  }
  await choose(harness, 'Altamira Energía', 'Delete tenant')
  await harness.page
    .getByRole('alertdialog', { name: 'Delete Altamira Energía?' })
    .getByRole('button', { name: 'Delete tenant' })
    .click()
  await expect.element(harness.heading('Innovation Barcelona')).toBeVisible()
  await expect.element(harness.node('Altamira Energía')).not.toBeInTheDocument()
})

test('R3.8-07 A-87 the global tenant is shown, and neither edited, moved nor deleted', async () => {
  const harness = await openTenants(pageOf({ id: globalTenant }))
  await expect.element(harness.heading('Global')).toBeVisible()
  await expect.element(harness.page.getByLabelText(/^Title/)).toHaveAttribute('readonly')
  for (const name of ['Edit', 'Move', 'More about Global'])
    await expect.element(harness.button(name)).not.toBeInTheDocument()
})

test('a tenant that is not there says so, beside the tree', async () => {
  const harness = await openTenants(pageOf({ id: '00000000-0000-4000-8000-0000000000ff' }))
  await expect.element(harness.page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect.element(harness.node('Grupo Ferrer')).toBeVisible()
})

test('where there is no room beside the page the tree opens in a drawer, which goes when a tenant was chosen', async () => {
  await screen.viewport(768, 1024)
  const harness = await openTenants(pageOf(ferrer))
  await expect.element(harness.heading('Grupo Ferrer')).toBeVisible()
  await expect.element(harness.tree()).not.toBeInTheDocument()
  await harness.button('Hierarchy').click()
  await harness.node('Meridian Group').click()
  await expect.element(harness.heading('Meridian Group')).toBeVisible()
  await expect.element(harness.tree()).not.toBeInTheDocument()
})

test('the tree folds away and stays so', async () => {
  const harness = await openTenants(pageOf(ferrer))
  await harness.button('Hide the hierarchy').click()
  await expect.element(harness.tree()).not.toBeInTheDocument()
  await harness.page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Tenants' }).click()
  await harness.link('Innovation Madrid').click()
  await expect.element(harness.heading('Innovation Madrid')).toBeVisible()
  await expect.element(harness.tree()).not.toBeInTheDocument()
  await harness.button('Show the hierarchy').click()
  await expect.element(harness.node('Innovation Madrid')).toBeVisible()
})

test('the page of a tenant offers to undo its last move; Global has none', async () => {
  const by = { id: meridian.id, name: 'luca.navarro' }
  const moves = {
    items: [
      {
        id: 12,
        at: '2026-03-01T10:00:00Z',
        by,
        from: { id: france.id, name: france.title },
        to: { id: iberia.id, name: iberia.title },
        undoable: true,
      },
    ],
    count: 1,
  }
  const harness = await openTenants(`tenants/${barcelona.id}`, {
    more: {
      'GET /admin/access/moves': { body: moves },
      'POST /admin/access/undo/12': { body: { success: true, errors: [] } },
    },
  })
  await harness.button('Undo').click()
  await expect.poll(() => harness.calls('POST /admin/access/undo/12').length).toBe(1)
  await close()
  const global = await openTenants(`tenants/${globalTenant}`, { more: { 'GET /admin/access/moves': { body: moves } } })
  await expect.element(global.page.getByLabelText(/^Title/)).toBeVisible()
  expect(global.calls('GET /admin/access/moves')).toEqual([])
})
