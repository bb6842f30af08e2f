// Recently used first, where somebody wishes: the server orders, the choice stays with the person.
import { afterEach, expect, test } from 'vitest'
import { type Answers, app, close, home, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const own = [app(2, { title: 'Alpha' }), app(3, { title: 'Beta' }), app(4, { title: 'Gamma' })]
const route = 'PUT /admin/applications/recentFirst'

/** A server that remembers: Gamma was used last. */
const opened = async (answers: Answers = {}) => {
  let recentFirst = false
  const harness = await open({
    answers: {
      'GET /admin/applications/homeInfo': () =>
        home(recentFirst ? [...own.slice(2), ...own.slice(0, 2)] : own, null, recentFirst),
      [route]: ({ body }) => {
        recentFirst = (body as { recentFirst: boolean }).recentFirst
        return { body: { success: true, errors: [] } }
      },
      ...answers,
    },
  })
  await expect.element(harness.link('Alpha')).toBeVisible()
  await expect.element(harness.text('Wait while redirect...')).not.toBeInTheDocument()
  await harness.button('Sort applications').click()
  const dialog = harness.dialog('Sort applications')
  const order = () => [...document.querySelectorAll('.sort-tile b')].map(({ textContent }) => textContent)
  return { ...harness, dialog, order, box: dialog.getByRole('checkbox', { name: 'Recently used first' }) }
}

test('chosen, the tiles come as the server orders them, and are not dragged; their own order comes back with the choice', async () => {
  const { box, tiles, calls, order, dialog } = await opened()
  await expect.element(box).not.toBeChecked()
  await box.click()
  await expect.poll(tiles).toEqual(['Gamma', 'Alpha', 'Beta'])
  await expect.element(box).toBeChecked()
  await expect.element(dialog.getByText(/^What you used last comes first/)).toBeVisible()
  expect(order()).toEqual([])
  await box.click()
  await expect.poll(order).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(calls(route).map(({ body }) => body)).toEqual([{ recentFirst: true }, { recentFirst: false }])
  expect(calls('POST /admin/applications/reorder')).toEqual([])
})

test('what cannot be stored is said, and everything stays as it was', async () => {
  const { box, tiles, order, page } = await opened({ [route]: { status: 500 } })
  await box.click()
  await expect.element(page.getByText('An error ocurred')).toBeVisible()
  await expect.element(box).not.toBeChecked()
  await expect.poll(order).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(tiles()).toEqual(['Alpha', 'Beta', 'Gamma'])
})
