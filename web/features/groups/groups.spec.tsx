import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close } from '#web/app/portal.harness.tsx'
import { drawn } from '#web/ui/render.harness.tsx'
import { spain, desk, list, luca, at, page } from './groups.harness.tsx'

afterEach(close)

test('R2.5-38 R9-17 the groups are listed by name, filtered by area; what the system keeps has its badge and is not deleted', async () => {
  const { link, calls, page: screen, button, text } = await at()
  await expect.element(link('Support desk')).toHaveAttribute('href', `/identity/admin/groups/${desk.id}`)
  await expect.element(text('Automated')).toBeVisible()
  expect(calls('GET /admin/groups?').some(({ path }) => path.includes('orderBy=name+asc'))).toBe(true)
  await screen.getByRole('combobox', { name: 'Area', exact: true }).selectOptions('Spain')
  await expect.poll(() => calls('GET /admin/groups?').at(-1)?.path).toContain(`area=${spain.id}`)
  await button('Actions for Users').click()
  await expect.element(screen.getByRole('menuitem', { name: /Delete/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('The system keeps this group: it cannot be deleted.')).toBeVisible()
})

test('Back to the list, by key or by its arrow, finds the focus on the group that was opened, and the list where it was', async () => {
  const groups = Array.from({ length: 40 }, (_, index) => ({
    ...desk,
    id: `00000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
    name: `Group ${index + 10}`,
  }))
  const opened = groups[34] as typeof desk
  const { link, heading } = await at('?size=50', {
    more: {
      'GET /admin/groups': list(...groups),
      [`GET /admin/groups/${opened.id}`]: { body: opened },
      [`GET /admin/groups/${opened.id}/users`]: list(),
      [`GET /admin/groups/${opened.id}/tenants`]: list(),
    },
  })
  const row = link(opened.name)
  const open = async () => {
    ;(row.element() as HTMLElement).focus()
    // The page is told that it has scrolled with its next frame.
    await drawn()
    const scrolled = scrollY
    await userEvent.keyboard('{Enter}')
    await expect.element(heading(opened.name)).toBeVisible()
    return scrolled
  }
  await expect.element(row).toBeInTheDocument()
  const scrolled = await open()
  expect(scrolled).toBeGreaterThan(500)
  history.back()
  await expect.element(row).toHaveFocus()
  await expect.poll(() => scrollY).toBe(scrolled)
  await open()
  await expect.element(link('Back')).toBeVisible()
  ;(link('Back').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row).toHaveFocus()
  await expect.element(row).toBeInViewport()
})

test('a group that is deleted is offered back', async () => {
  const {
    calls,
    page: screen,
    button,
    text,
    answers: all,
  } = await at('', {
    more: {
      [`DELETE /admin/groups/${desk.id}`]: { body: {} },
      [`POST /admin/access/undo/removal/${desk.id}`]: { body: { success: true, errors: [] } },
    },
  })
  await button('Actions for Support desk').click()
  await screen.getByRole('menuitem', { name: /Delete/ }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(Object.keys(all)).toContain(`DELETE /admin/groups/${desk.id}`)
  await button('Undo').click()
  await expect.element(text('1 restored')).toBeVisible()
  expect(calls('POST /admin/access/undo/').map(({ path }) => path)).toEqual([`/admin/access/undo/removal/${desk.id}`])
})

test('R5.3-03 R5.7-01 a new group needs a name and an area, says what the server does not take under its field, and opens', async () => {
  const {
    button,
    dialog,
    text,
    calls,
    answers: all,
    heading,
    page: screen,
  } = await at('', {
    more: {
      'POST /admin/groups': {
        status: 409,
        body: {
          code: 'group-name-taken',
          message: 'taken',
          errors: [{ field: 'name', message: 'taken', code: 'group-name-taken', data: { name: 'Support desk' } }],
        },
      },
    },
  })
  await button('New group').click()
  await expect.element(dialog('New group').getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await dialog('New group').getByRole('button', { name: 'Create group' }).click()
  await expect.element(text('Please input a name')).toBeVisible()
  await expect.element(text('Please select an area')).toBeVisible()
  const name = screen.getByLabelText('Name *')
  await expect.element(name).toHaveFocus()
  await name.fill(' Support desk ')
  await screen.getByLabelText('Area *').selectOptions('Spain')
  await dialog('New group').getByRole('button', { name: 'Create group' }).click()
  await expect.element(text("There's already a group named Support desk")).toBeVisible()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  all['POST /admin/groups'] = { body: desk }
  await name.fill('Support desk 2')
  await dialog('New group').getByRole('button', { name: 'Create group' }).click()
  await expect.element(heading('Support desk')).toBeVisible()
  expect(calls('POST /admin/groups').at(-1)?.body).toEqual({
    name: 'Support desk 2',
    areaId: spain.id,
    description: null,
  })
  expect(location.search).toBe('?tab=members')
})

test('R6-18 a UserAdministrator reads groups, without New group, saving or deleting', async () => {
  const who = { role: ['UserAdministrator'] }
  const { link, button, page: screen } = await at('', { who })
  await expect.element(link('Support desk')).toBeVisible()
  await expect.element(button('New group')).not.toBeInTheDocument()
  await link('Support desk').click()
  await expect.element(screen.getByLabelText('Name *')).toHaveAttribute('readonly')
  await expect.element(button('Save changes')).not.toBeInTheDocument()
  await screen.getByRole('tab', { name: /Members/ }).click()
  await expect.element(screen.getByText('Ivo Berg')).toBeVisible()
  await expect.element(button('Add member')).not.toBeInTheDocument()
})

test('R2.5-39 a group shows its general properties, its members and its tenants, in tabs that stay in the address', async () => {
  const { heading, text, page: screen } = await page(desk)
  await expect.element(heading('Support desk')).toBeVisible()
  await expect.element(screen.getByLabelText('Name *')).toHaveValue('Support desk')
  await expect.element(text('nuria.puig')).toBeVisible()
  await expect.element(text('01-03-2026')).toBeVisible()
  await screen.getByRole('tab', { name: 'General' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: /Members/ })).toHaveFocus()
  await expect.element(text('Ana Ruiz')).toBeVisible()
  expect(location.search).toBe('?tab=members')
  await userEvent.keyboard('{End}')
  await expect.element(text('Grupo Ferrer')).toBeVisible()
  await expect.element(text('Shop · Seller')).toBeVisible()
})

test('an Administrator saves what was changed; leaving with unsaved words asks first', async () => {
  const { text, page: screen, button, link, calls, answers: all, heading } = await page(desk)
  await screen.getByLabelText('Description').fill('Second line')
  await expect.element(text('1 change not saved: Description')).toBeVisible()
  await link('Back').click()
  await expect.element(screen.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
  await button('Keep editing').click()
  await expect.element(heading('Support desk')).toBeVisible()
  all[`PUT /admin/groups/${desk.id}`] = ({ body }) => {
    all[`GET /admin/groups/${desk.id}`] = { body: { ...desk, ...(body as object) } }
    return { body: { ...desk, ...(body as object) } }
  }
  await button('Save changes').click()
  await expect.element(text('Support desk saved')).toBeVisible()
  expect(calls('PUT /admin/groups/').at(-1)?.body).toEqual({
    name: 'Support desk',
    areaId: spain.id,
    description: 'Second line',
    modifiedOn: desk.modifiedOn,
  })
  await expect.element(button('Save changes')).toBeDisabled()
})

test('T82 anyone who saves a group later keeps what was typed, learns who was faster and when, and saves on top of it', async () => {
  const { text, page: screen, button, calls, answers: all } = await page(desk)
  const theirs = { ...desk, name: 'Service desk', modifiedOn: '2026-11-22T04:10:00.000Z' }
  const put = `PUT /admin/groups/${desk.id}`
  all[put] = () => {
    all[`GET /admin/groups/${desk.id}`] = { body: theirs }
    const changed = { by: 'Bea Sol', on: theirs.modifiedOn }
    return { status: 409, body: { code: 'changed-meanwhile', message: 'Bea Sol changed this', changed } }
  }
  await screen.getByLabelText('Description').fill('Second line')
  await button('Save changes').click()
  await expect.element(text(/^Bea Sol changed this on 22-11-2026/)).toBeVisible()
  await expect.element(text(/^Changed there: Name\. What you typed is kept/)).toBeVisible()
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Second line')
  await button('Load the newer state').click()
  await expect.element(button('Load the newer state')).not.toBeInTheDocument()
  expect(document.activeElement?.matches('form input')).toBe(true)
  await expect.element(screen.getByLabelText('Name *')).toHaveValue('Service desk')
  all[put] = { body: { ...theirs, description: 'Second line' } }
  await button('Save changes').click()
  await expect.element(text('Service desk saved')).toBeVisible()
  const sent = { name: 'Service desk', areaId: spain.id, description: 'Second line', modifiedOn: theirs.modifiedOn }
  expect(calls(put).at(-1)?.body).toEqual(sent)
})

test('a group that is not there says so', async () => {
  const { text } = await at(`/${luca.id}`)
  await expect.element(text('Not found')).toBeVisible()
})

test('R9-11 the areas to choose from are a thousand at once', async () => {
  const { calls } = await at()
  // The menu counts them, with none of them.
  const taken = () =>
    new Set(calls('GET /admin/areas?').map(({ path }) => new URLSearchParams(path.split('?')[1]).get('take')))
  await expect.poll(() => [...taken()].filter((take) => take !== '0')).toEqual(['1000'])
})

test.each([390, 768])('at %i pixels the name of a group is cut nowhere within a letter', async (width) => {
  const name = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
  const { link, page: screen } = await at('', { more: { 'GET /admin/groups': list({ ...desk, name }) } })
  await screen.viewport(width, 800)
  await expect.element(link(name)).toBeVisible()
  const cell = () => link(name).element().closest('td') ?? document.body
  await expect.poll(() => cell().scrollWidth - cell().clientWidth).toBe(0)
})
