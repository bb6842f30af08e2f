// Rows by arrow keys, a range of boxes with Shift, and a click beside what a row has.
import { Link } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Area } from '#contract/areas.ts'
import { close, many, plain, show, whole } from './entity-table.harness.tsx'
import type { ListDef } from './types.ts'

afterEach(close)

const opened = vi.fn<(name: string) => void>()
const { change: _, add: __, ...unchanged } = whole
const linked: ListDef<Area> = {
  ...unchanged,
  columns: [
    {
      key: 'name',
      title: 'Name',
      cell: ({ name }) => (
        <a
          href={`#${name}`}
          onClick={(event) => {
            event.preventDefault()
            opened(name)
          }}
        >
          {name}
        </a>
      ),
    },
    { key: 'default', title: 'Default', cell: () => 'free' },
  ],
}

const begun = async (given: Parameters<typeof show>[0]) => {
  const harness = await show(given)
  await expect.poll(harness.loaded).toBeGreaterThan(0)
  return harness
}
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(`{${key}}`)
  return focused()
}

test('arrow keys leave the search for the rows, walk them at the same control, and come back', async () => {
  const { field, box } = await begun({ list: linked, rows: many(4) })
  await field('Search in Areas').click()
  expect(await press('ArrowDown')).toBe('Area 01')
  expect(await press('ArrowDown', 'ArrowDown')).toBe('Area 03')
  expect(await press('End')).toBe('Area 04')
  expect(await press('ArrowDown')).toBe('Area 04')
  expect(await press('Home', 'ArrowUp')).toBe('Search in Areas')
  await box('Select Area 02').click()
  expect(await press('ArrowDown')).toBe('Select Area 03')
  expect(await press('ArrowUp', 'ArrowUp')).toBe('Select Area 01')
})

test('the menu of a row opens with an arrow, as every menu', async () => {
  const { button, item } = await begun({ list: linked })
  const menu = button('Actions for Area 02').element()
  if (menu instanceof HTMLElement) menu.focus()
  await press('ArrowDown')
  await expect.element(item('Delete')).toHaveFocus()
  expect(await press('ArrowDown', 'ArrowDown')).toBe('Delete')
})

test('with Shift all boxes from the last one are set alike, either way, without those that cannot be', async () => {
  const rows = many(8).map((area) => ({ ...area, system: area.name === 'Area 04' }))
  const { box, text } = await begun({ rows })
  await box('Select Area 02').click()
  await box('Select Area 06').click({ modifiers: ['Shift'] })
  await expect.element(text('4 selected')).toBeVisible()
  await expect.element(box('Select Area 05')).toBeChecked()
  await box('Select Area 03').click({ modifiers: ['Shift'] })
  await expect.element(text('1 selected')).toBeVisible()
  await expect.element(box('Select Area 02')).toBeChecked()
  await box('Select Area 07').click()
  await expect.element(text('2 selected')).toBeVisible()
})

test('a click beside what a row has follows its link, and a click on a box does not', async () => {
  const { page, box } = await begun({ list: linked })
  opened.mockClear()
  await page.getByText('free').nth(1).click()
  await box('Select Area 01').click()
  expect(opened.mock.calls).toEqual([['Area 02']])
})

test('in a list that is edited in place such a click follows nothing', async () => {
  const { page, box } = await begun({ list: { ...linked, change: whole.change } })
  opened.mockClear()
  await page.getByText('free').nth(1).click()
  await box('Select Area 01').click()
  expect(opened).not.toHaveBeenCalled()
})

/** Of the harness, not of the portal. */
const elsewhereAt = '/elsewhere' as '/'

test('Back to a list puts the focus on the row that was opened; whoever comes anew starts where everybody does', async () => {
  const leading = {
    ...linked,
    columns: [{ key: 'name', title: 'Name', cell: ({ name }: Area) => <Link to={elsewhereAt}>{name}</Link> }],
  }
  const { page, history, field, button, router } = await begun({ list: leading, rows: many(30), at: '/list?page=2' })
  const elsewhere = page.getByText('Elsewhere')
  await field('Search in Areas').click()
  await press('ArrowDown', 'ArrowDown', 'ArrowDown')
  await press('Enter')
  await expect.element(elsewhere).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  history.back()
  await expect.element(page.getByRole('link', { name: 'Area 13' })).toHaveFocus()
  expect(document.activeElement?.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
  await press('ArrowDown', 'Enter')
  await expect.element(elsewhere).toBeVisible()
  await router.navigate({ to: '/list', search: { page: '2' } } as never)
  await expect.element(page.getByRole('link', { name: 'Area 14' })).toHaveFocus()
  await router.navigate({ to: '/elsewhere' } as never)
  await expect.element(elsewhere).toBeVisible()
  history.back()
  await expect.element(button('Actions for Area 14')).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})

test('a list whose rows open beside it opens them by a click anywhere', async () => {
  const onOpen = vi.fn()
  const { page } = await begun({ list: { ...plain, onOpen } })
  await page.getByRole('cell', { name: 'Area 02' }).click()
  expect(onOpen.mock.lastCall).toMatchObject([{ name: 'Area 02' }])
})
