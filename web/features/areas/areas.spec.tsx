// /admin/areas: what an Administrator may do with which area.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const modifiedOn = '2026-09-01T08:00:00.000Z'
const area = (digit: string, name: string, change: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  name,
  modifiedOn,
  ...change,
})
const items = [
  area('a', 'Customers', { system: true }),
  area('b', 'IT & Security', { system: true, default: true }),
  area('c', 'Sales'),
]
const answers: Answers = {
  'GET /admin/areas': { body: { items, count: 3 } },
  [`PATCH /admin/areas/${items[0]?.id}`]: { body: items[0] },
  'POST /admin/areas': { body: items[2] },
}

const opened = async () => {
  const harness = await open({ at: '/identity/admin/areas', who: { role: ['Administrator'] }, answers })
  await expect.element(harness.page.getByRole('row', { name: /Sales/ })).toBeVisible()
  const menu = async (name: string) => {
    await harness.button(`Actions for ${name}`).click()
    return harness.page.getByRole('menuitem')
  }
  return { ...harness, menu }
}

test('R2.5-09 R9-17 the areas are listed by name, with the default one and those of the system named so', async () => {
  const { calls, page } = await opened()
  expect(calls('GET /admin/areas?skip')[0]?.path).toBe('/admin/areas?skip=0&take=10&orderBy=name+asc')
  expect(
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].slice(1, 4).map(({ textContent }) => textContent)),
  ).toEqual([
    ['Customers', '', 'System area'],
    ['IT & Security', 'Default area', 'System area'],
    ['Sales', '', ''],
  ])
})

test('A-128 an area of the system keeps its name and stays, and says why; it may become the default', async () => {
  const { menu, page, calls, text } = await opened()
  const items = await menu('Customers')
  await expect.element(items.filter({ hasText: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('This area belongs to the system').first()).toBeVisible()
  await items.filter({ hasText: 'Edit' }).click()
  expect(page.getByRole('textbox', { name: 'Name' }).elements()).toHaveLength(0)
  await page.getByRole('switch', { name: 'Default' }).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls('PATCH /admin/areas/').map(({ body }) => body)).toEqual([{ default: true, modifiedOn }])
})

test('A-128 of the default area of the system nothing can be changed, and the menu says why', async () => {
  const { menu } = await opened()
  const items = await menu('IT & Security')
  for (const words of ['Edit', 'Delete'])
    await expect.element(items.filter({ hasText: words })).toHaveAttribute('aria-disabled', 'true')
})

test('R5.3-04 a new area needs a name', async () => {
  const { button, text, calls, page } = await opened()
  await button('New area').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(text("Field 'Name' is required!")).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Research')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => calls('POST /admin/areas').map(({ body }) => body))
    .toEqual([{ name: 'Research', default: false }])
})
