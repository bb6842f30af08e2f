import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { app, close, home, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const items = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((title, index) => app(index + 2, { title }))

const opened = async (answers = {}) => {
  const harness = await open({ answers: { 'GET /admin/applications/homeInfo': home(items), ...answers } })
  await expect.element(harness.text('Wait while redirect...')).not.toBeInTheDocument()
  await harness.button('Sort applications').click()
  const sorting = harness.dialog('Sort applications')
  await expect.element(sorting).toBeVisible()
  const order = () => [...document.querySelectorAll('.sort-tile b')].map(({ textContent }) => textContent)
  const stored = () => harness.calls('POST /admin/applications/reorder').map(({ body }) => body)
  return {
    ...harness,
    sorting,
    order,
    stored,
    tile: (title: string) => harness.page.getByRole('button', { name: new RegExp(`^${title}, position`) }),
  }
}

test('R2.4-06 the dialog is 1200 px wide and has four tiles in a row', async () => {
  const { page, sorting } = await opened()
  await page.viewport(1440, 900)
  await expect.poll(() => sorting.element().getBoundingClientRect().width).toBe(1200)
  const tops = [...document.querySelectorAll('.sort-tile')].map((tile) => tile.getBoundingClientRect().top)
  expect(new Set(tops.slice(0, 4)).size).toBe(1)
  expect(tops[4]).toBeGreaterThan(tops[0] ?? 0)
})

test('R4.6-07 R7.4-07 a dropped tile sends the new order of ids', async () => {
  let current = items
  const { tile, order, stored, tiles, calls } = await opened({
    'GET /admin/applications/homeInfo': () => home(current),
    'POST /admin/applications/reorder': ({ body }: { body: unknown }) => {
      current = (body as { Order: number[] }).Order.flatMap((id) => items.filter((item) => item.id === id))
      return { body: { success: true, errors: [] } }
    },
  })
  await userEvent.dragAndDrop(tile('Alpha'), tile('Gamma'))
  await expect.poll(order).toEqual(['Beta', 'Gamma', 'Alpha', 'Delta', 'Epsilon'])
  await expect.poll(stored).toEqual([{ Order: [3, 4, 2, 5, 6] }])
  await expect.poll(() => calls('GET /admin/applications/homeInfo')).toHaveLength(2)
  await expect.poll(tiles).toEqual(['Beta', 'Gamma', 'Alpha', 'Delta', 'Epsilon'])
})

test('R4.6-07 Alt with the arrow keys moves the tile that has the focus, says where it is, and can be undone', async () => {
  const { tile, order, stored, text, button } = await opened()
  ;(tile('Beta').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(order()).toEqual(['Alpha', 'Gamma', 'Beta', 'Delta', 'Epsilon'])
  await expect.element(text('Beta is now at position 3 of 5.')).toBeVisible()
  await expect.element(tile('Beta')).toHaveFocus()
  await button('Undo').click()
  expect(order()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
  await expect.poll(stored).toEqual([{ Order: [2, 4, 3, 5, 6] }, { Order: [2, 3, 4, 5, 6] }])
})

test('R4.6-07 the menu moves a tile to a position, and Escape closes only the menu', async () => {
  const { page, button, order, sorting } = await opened()
  await button('Move Epsilon to…').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(sorting).toBeVisible()
  await expect.element(button('Move Epsilon to…')).toHaveFocus()
  await button('Move Epsilon to…').click()
  await page.getByRole('menuitemradio', { name: 'Position 1' }).click()
  expect(order()).toEqual(['Epsilon', 'Alpha', 'Beta', 'Gamma', 'Delta'])
})

test('R4.6-07 Undo, pressed by key, leaves the focus to the tile that it takes back', async () => {
  const { tile, order, button } = await opened()
  ;(tile('Beta').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  ;(button('Undo').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Undo')).not.toBeInTheDocument()
  expect(order()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
  await expect.element(tile('Beta')).toHaveFocus()
})

test('while nothing was moved nothing lies over the tiles', async () => {
  const { page, tile } = await opened()
  await page.viewport(1440, 900)
  await expect.element(tile('Epsilon')).toBeInViewport({ ratio: 1 })
  const { left, bottom } = tile('Epsilon').element().getBoundingClientRect()
  expect(
    tile('Epsilon')
      .element()
      .contains(document.elementFromPoint(left + 30, bottom - 3)),
  ).toBe(true)
})

test('on a telephone what was moved, and Undo, are in sight wherever the tile is', async () => {
  const more = Array.from({ length: 15 }, (_, index) => app(index + 20, { title: `More ${index}` }))
  const { page, tile, text, button } = await opened({ 'GET /admin/applications/homeInfo': home([...items, ...more]) })
  await page.viewport(390, 844)
  ;(tile('Beta').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.element(text('Beta is now at position 3 of 20.')).toBeInViewport({ ratio: 1 })
  await expect.element(button('Undo')).toBeInViewport({ ratio: 1 })
  const { left, top } = button('Undo').element().getBoundingClientRect()
  expect(document.elementFromPoint(left + 5, top + 5)).toBe(button('Undo').element())
  await expect.element(tile('Beta')).toBeInViewport({ ratio: 1 })
})

test('R2.4-06 R4.6-07 an order that could not be stored goes back, and only that is said, in the dialog', async () => {
  const { tile, order, text, button, sorting } = await opened({
    'POST /admin/applications/reorder': { status: 507, body: { code: 'storage-full' } },
  })
  ;(tile('Beta').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expect
    .element(text('There is no room left to store anything: please tell whoever runs this service'))
    .toBeVisible()
  await expect.poll(order).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
  await expect.element(sorting.getByRole('alert')).toMatchTextContent('There is no room left')
  await expect.element(button('Undo')).not.toBeInTheDocument()
  expect(document.querySelector('.sort-said [role=status]')?.textContent).toBe('')
  expect(document.querySelector('.notice')).toBeNull()
  await expect.element(tile('Beta')).toHaveFocus()
})
