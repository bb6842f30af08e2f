import { afterEach, expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { type Area, areas } from '#contract/areas.ts'
import { area, close, plain, show, whole } from './entity-table.harness.tsx'
import type { ListDef } from './types.ts'

afterEach(close)

const list: ListDef<Area> = {
  ...plain,
  embedded: 'sole',
  orderBy: 'heads',
  sections: {
    sortedBy: 'name',
    of: ({ system }) => (system ? 'system' : 'own'),
    head: (section, { count, asked }) => `${section} of ${count}${asked['search'] ? ` called ${asked['search']}` : ''}`,
  },
  locked: ({ system }) => (system ? 'Belongs to the system' : undefined),
  filters: [
    { key: 'more', label: 'Include more', kind: 'switch' },
    { key: 'kind', label: 'Kind', kind: 'select', options: [{ value: 'a', label: 'A' }] },
  ],
  remove: { endpoint: plain.list, params: ({ id }) => ({ id }), askMany: (count) => `Delete ${count} areas?` },
}
const rows = [area(1), area(2), area(3, { system: true })]
const heads = () => [...document.querySelectorAll('.et-section')].map(({ textContent }) => textContent)

test('rows stand under headings while the list is ordered by their column', async () => {
  const { button, text } = await show({ list, rows })
  await expect.element(text('Area 01')).toBeVisible()
  expect(heads()).toEqual(['own of 3', 'system of 3'])
  await expect.element(text('system of 3')).toHaveAttribute('scope', 'rowgroup')
  await button('Default').click()
  await expect.poll(heads).toEqual([])
})

test('R4.8-07 a row that belongs elsewhere has a lock instead of a box, and says why', async () => {
  const { page, box } = await show({ list, rows })
  await expect
    .element(page.getByRole('img', { name: 'Area 03 cannot be selected: Belongs to the system' }))
    .toBeVisible()
  await expect.element(box('Select Area 03')).not.toBeInTheDocument()
  await box('Select this page of Areas').click()
  await expect.element(page.getByText('2 selected')).toBeVisible()
})

test('R2.5-56 a filter that brings in more is a switch, and its list is not called narrowed', async () => {
  const { page, asked, button, address, text } = await show({ list, rows: [] })
  await expect.element(text('No areas yet')).toBeVisible()
  await page.getByRole('switch', { name: 'Include more' }).click()
  await expect.poll(() => asked()?.get('more')).toBe('true')
  expect(address()).toBe('?f.more=true')
  await expect.element(text('No areas yet')).toBeVisible()
  await expect.element(button('Clear all')).not.toBeInTheDocument()
})

test('on a telephone the cells of a row stand under each other, those of a table inside of it as they were', async () => {
  await screen.viewport(390, 844)
  const Inner = () => (
    <table>
      <tbody>
        <tr className="inner">
          <td>One</td>
          <td>Two</td>
          <td>Three</td>
        </tr>
      </tbody>
    </table>
  )
  const columns = [...list.columns, { key: 'system', title: 'System', cell: () => <Inner /> }]
  const { text } = await show({ list: { ...list, columns, stacks: true }, rows: [area(1)] })
  await expect.element(text('Three')).toBeVisible()
  const displays = (selector: string) =>
    [...document.querySelectorAll(selector)].map((row) => getComputedStyle(row).display)
  expect(displays('.et-table.stacks > tbody > tr:not(.et-section)')).toEqual(['grid'])
  expect([...displays('.inner'), ...displays('.inner td')]).toEqual([
    'table-row',
    'table-cell',
    'table-cell',
    'table-cell',
  ])
})

test('R2.5-55 the one list of a page has its export in a menu of its toolbar', async () => {
  const { page, button, calls } = await show({ list: { ...list, export: areas.list }, rows, at: '/list?q=area' })
  await button('More for Areas').click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect.poll(() => calls('GET').at(-1)?.query.get('search')).toBe('area')
})

test('R2.5-55 the one list of a page has Add new and the bulk upload in its toolbar', async () => {
  const { page } = await show({ list: { ...list, add: whole.add, upload: whole.upload }, rows })
  const tools = page.getByRole('group', { name: 'Tools of Areas' })
  for (const name of ['New area', 'Bulk upload'])
    await expect.element(tools.getByRole('button', { name })).toBeVisible()
})

test('R2.5-56 the one list of a page has its state in the address, the key / and no head of its own', async () => {
  const { page, field, address, choice } = await show({ list, rows })
  await expect.element(field('Search in Areas')).toBeVisible()
  expect(page.getByRole('heading').elements()).toEqual([])
  await expect.element(choice('Order by')).not.toBeInTheDocument()
  await userEvent.keyboard('/')
  await expect.element(field('Search in Areas')).toHaveFocus()
  await userEvent.keyboard('02{Enter}')
  await expect.poll(address).toBe('?q=02')
  await expect.poll(heads).toEqual(['own of 1 called 02'])
})

test('rule 7 / goes to the search of a list that is a part of a page, too', async () => {
  const { field } = await show({ list: { ...list, embedded: true }, rows })
  await expect.element(field('Search in Areas')).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(field('Search in Areas')).toHaveFocus()
})
