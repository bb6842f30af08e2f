// /admin/tenants: the list, what is made and deleted from it, and its hierarchy in a drawer.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close } from '#web/app/portal.harness.tsx'
import refusals from '#web/locales/en/refusals.json'
import { drawn, write } from '#web/ui/render.harness.tsx'
import {
  barcelona,
  customers,
  iberia,
  madrid,
  openTenants,
  pageOf,
  spainArea,
  type Harness,
} from './tenants.harness.tsx'

afterEach(close)

const requestsOf = ({ calls }: Harness) =>
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
  await expect.poll(() => requestsOf(harness)).toMatchObject({ orderBy: 'title asc', includeHierarchy: 'true' })
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
    await expect.poll(() => requestsOf(harness)['isUserCustomized']).toBe(wire)
    await expect.element(harness.page.getByRole('checkbox', { name: said })).toBeVisible()
  }
  await harness.page.getByRole('combobox', { name: 'Creation', exact: true }).selectOptions('Auto')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ creation: 'Auto' })
  await harness.page.getByRole('combobox', { name: 'Area', exact: true }).selectOptions('Customers')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ creation: 'Auto', filter: `areaId eq ${customers.id}` })
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
  const made = { ...harness.stored.shown(madrid.id), title: 'Innovation Lisboa' }
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

test('R9-10 R9-11 a parent is one of 25 by title, searched on the server 800 ms after the last letter', async () => {
  const harness = await openTenants()
  await harness.button('New tenant').click()
  const dialog = harness.dialog('New tenant')
  await dialog.getByRole('button', { name: 'Choose a parent' }).click()
  const searches = () =>
    harness.calls('GET /admin/tenants?').flatMap(({ path }) => {
      const query = path.split('?')[1] ?? ''
      return query.startsWith('includeHierarchy=') && query.includes('take=25') ? [query] : []
    })
  await expect.poll(searches).toEqual(['includeHierarchy=true&take=25&orderBy=title'])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  write(dialog.getByRole('combobox', { name: 'Parent' }), 'iberia')
  await vi.advanceTimersByTimeAsync(799)
  await drawn()
  expect(searches()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(() => searches().at(-1)).toBe('includeHierarchy=true&search=iberia&take=25&orderBy=title')
})

const gone = refusals['area-not-found']

test('R5.5-04 what the server does not take of a new tenant stands under its field', async () => {
  const harness = await openTenants('', {
    more: {
      'POST /admin/tenants': {
        status: 404,
        body: {
          code: 'area-not-found',
          message: gone,
          errors: [{ field: 'areaId', message: gone, code: 'area-not-found', data: {} }],
        },
      },
    },
  })
  await harness.button('New tenant').click()
  const dialog = harness.dialog('New tenant')
  await dialog.getByLabelText('Title *').fill('Lost')
  await dialog.getByLabelText('Area *').selectOptions('Customers')
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await expect.element(dialog.getByText(gone)).toBeVisible()
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

test('R2.5-40 the hierarchy stands in a drawer: what is searched for is jumped to, and Enter opens its page', async () => {
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
