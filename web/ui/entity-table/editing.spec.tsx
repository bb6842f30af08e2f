// Inline edit: what is changed, what is New, and what becomes of it.
import { afterEach, expect, test, vi } from 'vitest'
import { anyOf } from '#contract/kernel/endpoint.ts'
import { users } from '#contract/users.ts'
import { userEvent } from 'vitest/browser'
import { area, areaId, close, many, show, whole } from './entity-table.harness.tsx'

afterEach(close)

const states = () =>
  [...document.querySelectorAll<HTMLElement>('.et-table tbody tr')].map(
    ({ dataset, className }) => `${dataset['state']}${className === 'et-edit' ? ', written' : ''}`,
  )
const row = (index: number) => document.querySelectorAll('.et-table tbody tr')[index] as HTMLElement
const loadedWith = async (given: Parameters<typeof show>[0] = {}) => {
  const harness = await show(given)
  await expect.poll(harness.loaded).toBeGreaterThan(0)
  return harness
}

test('R2.5-58 R4.9-01 a double click opens a row, Enter saves only what differs, and it shows at once', async () => {
  let release = () => {}
  const held = () =>
    new Promise<Response>((resolve) => {
      release = () => resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))
    })
  const { field, calls, names } = await loadedWith({ refuse: { [`PATCH /admin/areas/${areaId(2)}`]: held } })
  expect(states()).toEqual(['Unchanged', 'Unchanged', 'Unchanged'])
  await userEvent.dblClick(row(1))
  expect(states()).toEqual(['Unchanged', 'Unchanged, written', 'Unchanged'])
  await expect.element(field('Name')).toHaveFocus()
  await field('Name').fill('Area 02b')
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['Area 01', 'Area 02b', 'Area 03'])
  await expect
    .poll(() => calls('PATCH').map(({ path, body }) => [path, body]))
    .toEqual([[`/admin/areas/${areaId(2)}`, { name: 'Area 02b', modifiedOn: '2026-09-01T08:00:00.000Z' }]])
  release()
  await expect.poll(() => calls('GET').length).toBe(2)
})

test('R2.5-58 the keyboard reaches it through the menu of the row, and the focus returns there', async () => {
  const { button, item, field, names } = await loadedWith()
  ;(button('Actions for Area 01').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Edit')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Name')).toHaveFocus()
  await field('Name').fill('Area 01b')
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toContain('Area 01b')
  await expect.element(button('Actions for Area 01b')).toHaveFocus()
})

test('R4.9-01 discarding what was changed asks first, with the focus on keeping it; without a change it does not ask', async () => {
  const { field, dialog, button, calls, names } = await loadedWith()
  await userEvent.dblClick(row(0))
  await userEvent.keyboard('{Escape}')
  expect(states()).toEqual(['Unchanged', 'Unchanged', 'Unchanged'])
  await userEvent.dblClick(row(0))
  await field('Name').fill('Other')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toHaveAccessibleName('Discard the changes to Area 01?')
  await expect.element(button('Keep editing')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Name')).toHaveValue('Other')
  await button('Discard').click()
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await expect.poll(names).toEqual(['Area 01', 'Area 02', 'Area 03'])
  expect(calls('PATCH')).toEqual([])
})

test('R5.3-04 an empty required column says so with its title, and nothing is sent', async () => {
  const { field, text, calls, button } = await loadedWith()
  await userEvent.dblClick(row(0))
  await field('Name').fill('  ')
  await button('Save').click()
  await expect.element(text("Field 'Name' is required!")).toBeVisible()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Name')).toHaveAccessibleDescription("Field 'Name' is required!")
  expect(calls('PATCH')).toEqual([])
  await field('Name').fill('Filled')
  await expect.element(text("Field 'Name' is required!")).not.toBeInTheDocument()
})

test('R4.9-01 R2.5-55 Add new puts a row of state New on top, which is created as a whole', async () => {
  const { button, field, calls, names, page } = await loadedWith()
  await button('New area').click()
  expect(states()[0]).toBe('New, written')
  await expect.element(button('New area')).toBeDisabled()
  await field('Name').fill('Area 00')
  await page.getByRole('switch', { name: 'Default' }).click()
  await button('Save').click()
  await expect.poll(names).toEqual(['Area 00', 'Area 01', 'Area 02', 'Area 03'])
  expect(calls('POST').map(({ path, body }) => [path, body])).toEqual([
    ['/admin/areas', { name: 'Area 00', default: true }],
  ])
})

test('R4.9-01 discarding a new row asks about the row, which has no name yet', async () => {
  const { button, field, dialog } = await loadedWith()
  await button('New area').click()
  await field('Name').fill('Area 00')
  await button('Discard').click()
  await expect.element(dialog()).toHaveAccessibleName('Discard the new row?')
  await button('Keep editing').click()
  await expect.element(field('Name')).toHaveValue('Area 00')
})

const taken = 'There is already an area with this name'

test('R8.4-01 what the server refuses comes back as it was, into its fields with the server’s words', async () => {
  const { field, text, names, button } = await loadedWith({
    refuse: {
      [`PATCH /admin/areas/${areaId(1)}`]: {
        status: 409,
        body: {
          code: 'area-name-taken',
          message: taken,
          errors: [{ field: 'name', message: taken, code: 'area-name-taken', data: {} }],
        },
      },
    },
  })
  await userEvent.dblClick(row(0))
  await field('Name').fill('Area 02')
  await userEvent.keyboard('{Enter}')
  await expect.element(text('An error ocurred')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Area 02')
  await expect.element(field('Name')).toHaveAccessibleDescription(taken)
  await button('Discard').click()
  await button('Discard').last().click()
  await expect.poll(names).toEqual(['Area 01', 'Area 02', 'Area 03'])
})

test('R4.9-01 a row that may not be changed says why, and no double click opens it', async () => {
  const { button, item, text } = await loadedWith({ rows: [area(1, { system: true }), area(2)] })
  await userEvent.dblClick(row(0))
  expect(states()).toEqual(['Unchanged', 'Unchanged'])
  await button('Actions for Area 01').click()
  await expect.element(item(/Edit/)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('Belongs to the system').first()).toBeVisible()
})

test('what is being written stays on top when its page is left, and leaving the screen asks first', async () => {
  const { field, button, router, dialog, history } = await loadedWith({ rows: many(30) })
  await userEvent.dblClick(row(0))
  await field('Name').fill('Kept')
  await button('Page 3').click()
  await expect.poll(() => document.querySelectorAll('.et-table tbody tr[data-state]').length).toBe(11)
  await expect.element(field('Name')).toHaveValue('Kept')
  void router.navigate({ href: '/elsewhere' })
  await expect.element(dialog()).toHaveAccessibleName('Discard what you typed?')
  await button('Keep editing').click()
  expect(history.location.pathname).toBe('/list')
  await expect.element(field('Name')).toHaveValue('Kept')
})

const godsOnly = { ...users.list, access: anyOf('God') }

test('rule 18 an act that can be undone runs at once and offers Undo for 5 s; one that is confirmed asks first, with the focus on what changes nothing', async () => {
  const done: string[] = []
  const actions = [
    { id: 'star', label: 'Star', run: () => done.push('star'), done: () => 'Starred', undo: () => done.push('unstar') },
    {
      id: 'lock',
      label: 'Lock',
      danger: true,
      confirm: () => ({ title: 'Lock Area 01?', body: 'Signed out now.', ok: 'Lock it' }),
      run: () => Promise.reject(new Error('It is held')),
    },
    { id: 'secret', label: 'Secret', may: godsOnly, run: () => {} },
    { id: 'open', label: 'Open', run: () => {}, href: () => '/identity/admin/areas/1' },
  ]
  const { button, item, text, dialog, page } = await loadedWith({ list: { ...whole, actions } })
  const menu = async (name: string) => {
    await button('Actions for Area 01').click()
    await item(name).click()
  }
  await button('Actions for Area 01').click()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Edit', 'Star', 'Open', 'Lock', 'Delete'])
  await item('Star').click()
  await expect.element(text('Starred')).toBeVisible()
  await button('Undo').click()
  expect(done).toEqual(['star', 'unstar'])
  await expect.element(text('Starred')).not.toBeInTheDocument()
  await menu('Lock')
  await expect.element(dialog()).toHaveAccessibleName('Lock Area 01?')
  await expect.element(button('Cancel')).toHaveFocus()
  await button('Lock it').click()
  await expect.element(dialog().getByText('It is held')).toBeVisible()
})

test('a click into a cell’s link does not open the row', async () => {
  const begin = vi.fn()
  await loadedWith({
    list: {
      ...whole,
      columns: [
        {
          key: 'name',
          title: 'Name',
          edit: 'text',
          cell: ({ name }) => (
            <button type="button" onDoubleClick={begin}>
              {name}
            </button>
          ),
        },
      ],
    },
  })
  await userEvent.dblClick(row(0).querySelector('td button') as HTMLElement)
  expect([begin.mock.calls.length, states()[0]]).toEqual([1, 'Unchanged'])
})

test('T82 a row sends when it was read; whoever was slower keeps what was typed, learns who was faster, and loads theirs', async () => {
  const on = '2026-11-22T04:10:00.000Z'
  const changed = { by: 'Bea Sol', on }
  const refused = { status: 409, body: { code: 'changed-meanwhile', message: 'x', changed } }
  const harness = await loadedWith({ refuse: { [`PATCH /admin/areas/${areaId(1)}`]: refused } })
  const { field, button, calls, play, page } = harness
  await userEvent.dblClick(row(0))
  await field('Name').fill('Typed here')
  play.rows = play.rows.map((one) => (one.id === areaId(1) ? { ...one, default: true, modifiedOn: on } : one))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Bea Sol changed this on 22-11-2026/).first()).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Typed here')
  await button('Load the newer state').click()
  await expect.element(field('Name')).toHaveValue('Typed here')
  await expect.element(button('Load the newer state')).not.toBeInTheDocument()
  await expect.element(field('Name')).toHaveFocus()
  play.refuse = {}
  await userEvent.keyboard('{Enter}')
  const read = '2026-09-01T08:00:00.000Z'
  const sent = [read, on].map((modifiedOn) => ({ name: 'Typed here', modifiedOn }))
  await expect.poll(() => calls('PATCH').map(({ body }) => body)).toEqual(sent)
})

test('R4.9-01 anyone who changes a row again before the list is read anew goes on from what they saved', async () => {
  const [read, saved] = ['2026-09-01T08:00:00.000Z', '2026-11-22T04:10:00.000Z']
  const answer = { status: 200, body: { modifiedOn: saved } }
  const { field, calls, names } = await loadedWith({ refuse: { [`PATCH /admin/areas/${areaId(1)}`]: answer } })
  const change = async (name: string, reads: number) => {
    await userEvent.dblClick(row(0))
    await field('Name').fill(name)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => calls('GET').length).toBe(reads)
    await expect.poll(names).toEqual(['Area 01', 'Area 02', 'Area 03'])
  }
  await change('Once', 2)
  await change('Twice', 3)
  expect(calls('PATCH').map(({ body }) => body)).toEqual([
    { name: 'Once', modifiedOn: read },
    { name: 'Twice', modifiedOn: saved },
  ])
})
