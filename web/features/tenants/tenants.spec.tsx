// /admin/tenants: the list, what is made and deleted from it, and its hierarchy in a drawer.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close } from '#web/app/portal.harness.tsx'
import {
  barcelona,
  customers,
  ferrer,
  iberia,
  madrid,
  meridian,
  openTenants,
  pageOf,
  spainArea,
  type Harness,
} from './tenants.harness.tsx'

afterEach(close)

const asked = ({ calls }: Harness) =>
  Object.fromEntries(
    new URLSearchParams(
      calls('GET /admin/tenants?')
        .filter(({ path }) => !path.includes('take=0'))
        .at(-1)
        ?.path.split('?')[1],
    ),
  )

test('R2.5-40 R2.5-10 R9-18 the tenants are listed by title with their way from the root, and counted in the menu', async () => {
  const harness = await openTenants()
  await expect.element(harness.heading('Tenants')).toBeVisible()
  await expect.poll(() => asked(harness)).toMatchObject({ orderBy: 'title asc', includeHierarchy: 'true' })
  const row = harness.page.getByRole('row', { name: /^Select Innovation Barcelona/ })
  await expect.element(row).toMatchTextContent(/Meridian Group › Meridian Iberia/)
  await expect.element(row).toMatchTextContent(/MFA required.*Innovation Spain.*B-77.*Auto.*Customized/)
  await expect
    .element(harness.link('Innovation Barcelona'))
    .toHaveAttribute('href', `/identity/admin/${pageOf(barcelona)}`)
  await expect.element(harness.page.getByRole('link', { name: 'Tenants 7' })).toBeVisible()
})

test('R4.11-05 R3.6-10 the box customized goes from no filter to true to false and back; area and creation choose as well', async () => {
  const harness = await openTenants()
  const box = harness.page.getByRole('checkbox', { name: /^customized/ })
  for (const [wire, said] of [
    ['true', /^customized ?: yes$/],
    ['false', /^customized ?: no$/],
    [undefined, /^customized ?: no filter$/],
  ] as const) {
    await box.click()
    await expect.poll(() => asked(harness)['isUserCustomized']).toBe(wire)
    await expect.element(harness.page.getByRole('checkbox', { name: said })).toBeVisible()
  }
  await harness.page.getByRole('combobox', { name: 'Creation', exact: true }).selectOptions('Auto')
  await expect.poll(() => asked(harness)).toMatchObject({ creation: 'Auto' })
  await harness.page.getByRole('combobox', { name: 'Area', exact: true }).selectOptions('Customers')
  await expect.poll(() => asked(harness)).toMatchObject({ creation: 'Auto', filter: `areaId eq ${customers.id}` })
})

test('R5.5-04 R6-04 a new tenant needs a title and an area; parent, CIF and VIES number may be left out, or be given', async () => {
  const harness = await openTenants()
  await harness.button('New tenant').click()
  const dialog = harness.dialog('New tenant')
  await expect.element(dialog.getByLabelText('Title *')).toHaveFocus()
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await expect.element(dialog.getByText('Please input a title')).toBeVisible()
  await expect.element(dialog.getByText('Please select an area')).toBeVisible()
  await dialog.getByLabelText('Title *').fill(' Innovation Lisboa ')
  await dialog.getByLabelText('Area *').selectOptions('Innovation Spain')
  await dialog.getByLabelText('CIF').fill('P-1')
  const made = { ...harness.kept.shown(madrid.id), title: 'Innovation Lisboa' }
  harness.answers['POST /admin/tenants'] = { body: made }
  await dialog.getByRole('button', { name: 'Choose a parent' }).click()
  await dialog.getByRole('combobox', { name: 'Parent' }).fill('iberia')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('option', { name: /Meridian Iberia/ }).click()
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await expect.element(harness.heading('Innovation Madrid')).toBeVisible()
  expect(harness.calls('POST /admin/tenants').map(({ body }) => body)).toEqual([
    {
      title: 'Innovation Lisboa',
      areaId: spainArea.id,
      taxNumber: 'P-1',
      viesNumber: null,
      groupAlias: null,
      parentId: iberia.id,
    },
  ])
})

test('R5.5-04 what the server does not take of a new tenant stands under its field', async () => {
  const harness = await openTenants('', {
    more: {
      'POST /admin/tenants': {
        status: 404,
        body: {
          code: 'area-not-found',
          message: 'Not found',
          errors: [{ field: 'areaId', message: 'This area is gone' }],
        },
      },
    },
  })
  await harness.button('New tenant').click()
  const dialog = harness.dialog('New tenant')
  await dialog.getByLabelText('Title *').fill('Lost')
  await dialog.getByLabelText('Area *').selectOptions('Customers')
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await expect.element(dialog.getByText('This area is gone')).toBeVisible()
})

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
    harness.kept.drop(ferrer.id)
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
    harness.kept.drop(ferrer.id)
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
    harness.kept.add(ferrer)
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
    harness.kept.drop(ferrer.id)
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

test('A-161 R7.7-04 the export goes on in the background, with what the list is filtered by', async () => {
  const harness = await openTenants('tenants?q=inno&f.creation=Auto', {
    more: {
      'GET /admin/tenants/export': {
        body: {
          success: true,
          errors: [],
          process: { id: barcelona.id, type: 'ExportTenants', startTime: '2026-03-01T10:00:00Z' },
        },
      },
    },
  })
  await harness.button('Export').click()
  await expect
    .element(harness.text('The export goes on in the background. You will be notified when it has finished.'))
    .toBeVisible()
  expect(
    Object.fromEntries(new URLSearchParams(harness.calls('GET /admin/tenants/export')[0]?.path.split('?')[1])),
  ).toMatchObject({ search: 'inno', creation: 'Auto' })
})

test('R2.5-40 R9-10 the hierarchy stands in a drawer: what is searched for is jumped to, and Enter opens its page', async () => {
  const harness = await openTenants()
  await harness.button('Hierarchy').click()
  await expect.element(harness.dialog('Hierarchy')).toBeVisible()
  await expect.poll(harness.lines).toEqual(['Global', '  Grupo Ferrer', '  Meridian Group'])
  const search = harness.page.getByRole('combobox', { name: 'Search tenants' })
  await search.fill('madrid')
  await expect
    .element(harness.page.getByRole('option', { name: /Innovation Madrid/ }))
    .toMatchTextContent(/Meridian Group › Meridian Iberia/)
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(harness.lines)
    .toEqual([
      'Global',
      '  Grupo Ferrer',
      '  Meridian Group',
      '    Meridian France',
      '    Meridian Iberia',
      '      Innovation Barcelona',
      '      Innovation Madrid',
    ])
  await expect.element(harness.node('Innovation Madrid')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(harness.heading('Innovation Madrid')).toBeVisible()
  await expect.element(harness.dialog('Hierarchy')).not.toBeInTheDocument()
})

test('R2.5-10 R2.5-13 A-194 without the role Administrator or Manager neither the entries nor the pages are there', async () => {
  const harness = await openTenants('', { role: ['UserAdministrator'] })
  await expect.element(harness.heading('You may not see this page')).toBeVisible()
  await expect
    .element(harness.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /Users/ }))
    .toBeVisible()
  for (const name of [/Tenants/, /MFA Configuration/])
    await expect
      .element(harness.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name }))
      .not.toBeInTheDocument()
})

test('R6-13 A-61 A-194 a Manager who passes the gate opens Tenants from the menu, makes, edits, moves and deletes them, and sees no members', async () => {
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
    await harness.button('Edit').click()
    await harness.page.getByRole('textbox', { name: 'Title' }).fill('Madrid')
    harness.answers[`PUT /admin/tenants/${madrid.id}`] = { body: { ...harness.kept.shown(madrid.id), title: 'Madrid' } }
    await harness.button('Ok').click()
    await expect.poll(() => harness.calls('PUT').map(({ body }) => body)).toMatchObject([{ title: 'Madrid' }])
    expect(harness.calls(`GET /admin/tenants/${madrid.id}/members`)).toEqual([])
    await close()
  }
})

test('A-194 the command palette offers a Manager who passes the gate both screens, and finds tenants', async () => {
  const harness = await openTenants('', { role: ['UserAdministrator', 'Manager'] })
  await expect.element(harness.heading('Tenants')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = harness.page.getByRole('combobox', { name: /Search or run a command/ })
  for (const name of ['Tenants', 'Permissions']) {
    await box.fill(name)
    await expect.element(harness.page.getByRole('option', { name, exact: true })).toBeVisible()
  }
  await box.fill('madrid')
  await expect.element(harness.page.getByRole('option', { name: /Innovation Madrid/ })).toBeVisible()
})

test('the command palette finds tenants, too', async () => {
  const harness = await openTenants()
  await expect.element(harness.heading('Tenants')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await harness.page.getByRole('combobox', { name: /Search or run a command/ }).fill('madrid')
  await harness.page.getByRole('option', { name: /Innovation Madrid/ }).click()
  await expect.element(harness.heading('Innovation Madrid')).toBeVisible()
})
