// What a list shows: search, filters, order, pages, settings, all of it in the address.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { json } from '../page.harness.tsx'
import { drawn, write } from '../render.harness.tsx'
import { area, close, many, plain, show, whole } from './entity-table.harness.tsx'
import { pageNumbers } from './foot.tsx'

afterEach(close)

test('R2.5-55 R2.5-56 the title stands over its actions, and the toolbar has search, filters, order, direction, refresh and settings', async () => {
  const { page, button, field, choice } = await show()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Areas' })).toBeVisible()
  for (const name of ['New area', 'Bulk upload', 'Export', 'More', 'Refresh', 'Table settings', 'Direction: Ascending'])
    await expect.element(button(name)).toBeVisible()
  await expect.element(field('Search in Areas')).toBeVisible()
  await expect.element(choice('Order by')).toHaveValue('name')
  expect(document.querySelectorAll('.b.pri')).toHaveLength(1)
})

test('R2.5-55 whoever lacks the role has no action to change anything, and no boxes', async () => {
  const { button, page, loaded } = await show({ roles: ['UserAdministrator'] })
  await expect.poll(loaded).toBe(3)
  for (const name of ['New area', 'Bulk upload', 'More', 'Actions for Area 01'])
    expect(button(name).elements()).toHaveLength(0)
  expect(page.getByRole('table').getByRole('checkbox').elements()).toHaveLength(0)
  document.querySelector('tbody tr')?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  expect(document.querySelectorAll('.et-edit')).toHaveLength(0)
})

test('R9-10 the search is asked 600 ms after the last letter, begins at page 1, and stays in the address', async () => {
  const { field, calls, asked, address, loaded } = await show({ rows: many(30), at: '/list?page=3' })
  await expect.poll(loaded).toBe(10)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const search = field('Search in Areas')
  write(search, 'Area 1')
  await vi.advanceTimersByTimeAsync(400)
  write(search, 'Area 12')
  await vi.advanceTimersByTimeAsync(599)
  await drawn()
  // A page that gets the focus reads its list again; that is no search.
  const searches = () =>
    calls('GET')
      .map(({ query }) => query.get('search'))
      .filter(Boolean)
  expect(searches()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(searches).toEqual(['Area 12'])
  expect([asked()?.get('search'), asked()?.get('skip'), address()]).toEqual(['Area 12', '0', '?q=Area+12'])
})

test('a filter that is chosen during the pause of the search stays', async () => {
  const { field, choice, asked } = await show()
  await field('Search in Areas').fill('Area')
  await choice('Area').selectOptions('Spain')
  await expect.poll(() => [asked()?.get('search'), asked()?.get('area')]).toEqual(['Area', 'es'])
})

test('while a filter is set, its first choice says that it takes it back', async () => {
  const { choice, address } = await show()
  const first = () => choice('Area').element().querySelector('option')?.textContent
  expect(first()).toBe('Area')
  await choice('Area').selectOptions('Spain')
  await expect.poll(first).toBe('Area: any')
  await choice('Area').selectOptions('Area: any')
  await expect.poll(first).toBe('Area')
  expect(address()).toBe('')
})

test('/ puts the cursor into the search, Enter does not wait, and the cross clears', async () => {
  const { field, button, asked, loaded, names } = await show({ rows: many(3) })
  await expect.poll(loaded).toBe(3)
  await userEvent.keyboard('/')
  await expect.element(field('Search in Areas')).toHaveFocus()
  // The pause after a letter never ends by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await userEvent.keyboard('02{Enter}')
  await vi.advanceTimersByTimeAsync(100)
  vi.useRealTimers()
  await expect.poll(() => asked()?.get('search')).toBe('02')
  await button('Clear search').click()
  await expect.poll(names).toEqual(['Area 01', 'Area 02', 'Area 03'])
  await expect.element(field('Search in Areas')).toHaveFocus()
})

test('filters go to the server, each in its way, and Clear all takes them away', async () => {
  const { choice, box, page, asked, button, field, address } = await show()
  await choice('Area').selectOptions('Portugal')
  await button('Kind').click()
  await box('Alpha').click()
  await box('Beta').click()
  await userEvent.keyboard('{Escape}')
  await box(/^Locked/).click()
  await expect.poll(() => asked()?.get('locked')).toBe('true')
  await box(/^Locked/).click()
  await expect.poll(() => asked()?.get('locked')).toBe('false')
  await expect.element(box(/^Locked/)).toBePartiallyChecked()
  expect([asked()?.get('area'), asked()?.get('filter')]).toEqual(['pt', "kind eq 'a' or kind eq 'b'"])
  expect(address()).toContain('f.kind=a,b')
  await expect.element(page.getByRole('button', { name: 'Kind: 2' })).toBeVisible()
  await button('Clear all').click()
  await expect.element(field('Search in Areas')).toHaveFocus()
  await expect.poll(address).toBe('')
  await expect.element(box(/^Locked/)).not.toBeChecked()
})

test('R5.3-07 the start of a date range is never after its end', async () => {
  const { page, asked, address } = await show()
  const [from, to] = [page.getByLabelText('Made from'), page.getByLabelText('Made to')]
  await from.fill('2026-03-10')
  await to.fill('2026-03-20')
  await expect.poll(() => asked()?.get('filter')).toBe('made in 2026-03-10..2026-03-20')
  await from.fill('2026-03-25')
  await expect.poll(address).toBe('?f.made=2026-03-25..2026-03-25')
  await to.fill('2026-03-01')
  await expect.poll(address).toBe('?f.made=2026-03-01..2026-03-01')
  await expect.element(from).toHaveValue('01-03-2026')
})

test('R2.5-58 a column can be filtered in its head', async () => {
  const { button, box, asked } = await show()
  await button('Filter by Default').click()
  await box('The default').click()
  await expect.poll(() => asked()?.get('filter')).toBe('default eq true')
  await box('Others').click()
  await expect.poll(() => asked()?.get('filter')).toBe('default eq true or default eq false')
})

test('R2.5-56 R9-17 the order-by selector, the direction button and the heads always agree', async () => {
  const { choice, button, asked, page } = await show()
  const sorted = () =>
    page
      .getByRole('columnheader')
      .elements()
      .flatMap((head) => (head.ariaSort ? [`${head.textContent} ${head.ariaSort}`] : []))
  await expect.poll(() => asked()?.get('orderBy')).toBe('name asc')
  expect(sorted()).toEqual(['Name ascending'])
  await button('Direction: Ascending').click()
  await expect.poll(sorted).toEqual(['Name descending'])
  expect(asked()?.get('orderBy')).toBe('name desc')
  await page.getByRole('columnheader').getByRole('button', { name: 'Default', exact: true }).click()
  await expect.poll(() => asked()?.get('orderBy')).toBe('default asc')
  await expect.element(choice('Order by')).toHaveValue('default')
  await choice('Order by').selectOptions('Sort: Name')
  await expect.poll(sorted).toEqual(['Name ascending'])
  // Another field begins where its alphabet does.
  await button('Direction: Ascending').click()
  await expect.poll(sorted).toEqual(['Name descending'])
  await choice('Order by').selectOptions('Sort: Default')
  await expect.poll(() => asked()?.get('orderBy')).toBe('default asc')
  expect(page.getByRole('columnheader', { name: 'System' }).getByRole('button').elements()).toHaveLength(0)
})

test('R2.5-57 R9-01 pages have 10 rows from row 0, or 25 or 50, and the count is exact', async () => {
  const { text, choice, button, asked, loaded } = await show({ rows: many(1284) })
  await expect.poll(() => [asked()?.get('skip'), asked()?.get('take')]).toEqual(['0', '10'])
  await expect.element(text('1–10 of 1,284')).toBeVisible()
  await button('Next page').click()
  await expect.element(text('11–20 of 1,284')).toBeVisible()
  await button('Page 129').click()
  await expect.element(text('1,281–1,284 of 1,284')).toBeVisible()
  await expect.element(button('Next page')).toBeDisabled()
  expect([...choice('Rows per page').element().querySelectorAll('option')].map(({ value }) => value)).toEqual([
    '10',
    '25',
    '50',
  ])
  await choice('Rows per page').selectOptions('25 / page')
  await expect.element(text('1–25 of 1,284')).toBeVisible()
  await expect.poll(loaded).toBe(25)
})

test('the pages around the open one are there, the first and the last, and gaps between', () => {
  expect(pageNumbers(1, 129)).toEqual([1, 2, 3, 4, undefined, 129])
  expect(pageNumbers(60, 129)).toEqual([1, undefined, 59, 60, 61, undefined, 129])
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3])
})

test('R3.3-02 R9-02 R2.5-56 rows a page and density are kept as defaultPageSize and defaultTableSize of the table', async () => {
  const first = await show({ rows: many(60) })
  await first.button('Table settings').click()
  expect(
    first.page
      .getByRole('radio')
      .elements()
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['Default', 'Middle', 'Small', '10', '25', '50'])
  await first.page.getByRole('radio', { name: 'Small' }).click()
  await first.page.getByRole('radio', { name: '25' }).click()
  await first.dialog().getByRole('checkbox', { name: 'System' }).click()
  await first.button('Close').click()
  expect(JSON.parse(localStorage.getItem('portico.preferences') ?? '{}').tables.areas).toEqual({
    defaultPageSize: 25,
    defaultTableSize: 'small',
    hidden: ['system'],
  })
  const kept = localStorage.getItem('portico.preferences') ?? ''
  await close()
  localStorage.setItem('portico.preferences', kept)
  const second = await show({ rows: many(60), again: true })
  await expect.poll(second.loaded).toBe(25)
  expect(document.querySelector('.et-table.small')).not.toBeNull()
  expect(second.page.getByRole('columnheader', { name: 'System' }).elements()).toHaveLength(0)
})

test('R9-02 rows are 58, 51 or 45 px high', async () => {
  const heights: number[] = []
  for (const size of ['default', 'middle', 'small']) {
    localStorage.setItem('portico.preferences', JSON.stringify({ defaultTableSize: size }))
    const { loaded } = await show({ list: plain })
    await expect.poll(loaded).toBe(3)
    heights.push(Math.round(document.querySelector('.et-table tbody tr')?.getBoundingClientRect().height ?? 0))
    await close()
  }
  expect(heights).toEqual([58, 51, 45])
})

test('what is shown stands in the address: a link gives the same rows, and Back the ones before', async () => {
  const { field, asked, button, history, address, names } = await show({
    rows: many(40),
    at: '/list?q=area&sort=name.desc&page=2&size=25&f.area=es',
  })
  await expect.poll(() => asked()?.toString()).toBe('search=area&skip=25&take=25&orderBy=name+desc&area=es')
  await expect.element(field('Search in Areas')).toHaveValue('area')
  await expect.poll(() => names()[0]).toBe('Area 15')
  await button('Previous page').click()
  await expect.poll(() => names()[0]).toBe('Area 40')
  history.back()
  await expect.poll(() => names()[0]).toBe('Area 15')
  expect(address()).toContain('page=2')
})

test('refresh keeps the rows and turns only its icon; the first load has a skeleton after 150 ms', async () => {
  let release = () => {}
  const { button, loaded, play, names } = await show({
    refuse: {
      'GET /admin/areas': () =>
        new Promise((resolve) => {
          release = () => resolve(json({ items: [{ name: 'First' }], count: 1 }))
        }),
    },
  })
  await expect.poll(() => document.querySelectorAll('.et-skeleton i').length).toBe(50)
  release()
  await expect.poll(names).toEqual(['First'])
  await button('Refresh').click()
  await expect.poll(() => document.querySelectorAll('.et-turning').length).toBe(1)
  expect([names(), document.querySelectorAll('.et-skeleton').length]).toEqual([['First'], 0])
  play.refuse = {}
  release()
  await expect.poll(() => document.querySelectorAll('.et-turning').length).toBe(0)
  expect(loaded()).toBe(1)
})

test('nothing yet, nothing that matches, and no right to see are three texts', async () => {
  const first = await show({ rows: [] })
  await expect.element(first.text('No areas yet')).toBeVisible()
  await close()
  const second = await show({ rows: many(2), at: '/list?q=zzz', again: true })
  await expect.element(second.text('Nothing matches')).toBeVisible()
  await second.page.getByRole('table').getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(second.loaded).toBe(2)
  await close()
  const third = await show({ refuse: { 'GET /admin/areas': { status: 403, body: {} } } })
  await expect.element(third.text('You may not see these rows')).toBeVisible()
})

test('R8.4-05 a failure shows the server’s words over the rows that are there, with its reference, and tries again', async () => {
  const { text, button, play, names, loaded } = await show({ rows: many(2) })
  await expect.poll(loaded).toBe(2)
  play.refuse = { 'GET /admin/areas': { status: 503, body: { code: 'database-unavailable' } } }
  await button('Refresh').click()
  await expect.element(text('The service is not available at the moment, please try again')).toBeVisible()
  play.refuse = { 'GET /admin/areas': { status: 500, body: { reference: 'r-7' } } }
  await button('Try again').click()
  await expect.element(text('Unknown error. Reference: r-7')).toBeVisible()
  expect(names()).toEqual(['Area 01', 'Area 02'])
  play.refuse = {}
  play.rows = [area(5)]
  await button('Try again').click()
  await expect.poll(names).toEqual(['Area 05'])
})

test('on a small screen columns go and the ⋯ stays in sight', async () => {
  const { page, button, loaded } = await show({
    list: {
      ...whole,
      columns: whole.columns.map((column) => ({
        ...column,
        cell: () => <span style={{ display: 'block', width: 330 }}>wide</span>,
      })),
    },
  })
  await expect.poll(loaded).toBe(3)
  await page.viewport(760, 900)
  expect(page.getByRole('columnheader', { name: 'System' }).elements()).toHaveLength(0)
  expect(button('Actions for Area 01').element().getBoundingClientRect().right).toBeLessThanOrEqual(760)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(760)
})

test('what changed elsewhere is asked again, once', async () => {
  let changed = () => {}
  const { calls, loaded } = await show({
    list: {
      ...plain,
      live: (tell) => {
        changed = tell
        return () => {}
      },
    },
  })
  await expect.poll(loaded).toBe(3)
  changed()
  changed()
  await expect.poll(() => calls('GET').length).toBe(2)
})
