import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { app, close, home, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const opened = async (items: ReturnType<typeof app>[], role: string[] = []) => {
  const harness = await open({ who: { role }, answers: { 'GET /admin/applications/homeInfo': home(items) } })
  await expect.element(harness.text('Wait while redirect...')).not.toBeInTheDocument()
  await harness.button('My Apps').click()
  const drawer = harness.dialog('My apps')
  await expect.element(drawer).toBeVisible()
  const columns = () =>
    getComputedStyle(drawer.element().querySelector('.da') as HTMLElement).gridTemplateColumns.split(' ').length
  return { ...harness, drawer, columns }
}

test('R2.4-13 the drawer is 650 px wide, titled My apps, and closes with Escape', async () => {
  const { drawer, heading, button } = await opened([app(2), app(3)])
  expect(drawer.element().getBoundingClientRect().width).toBe(650)
  await expect.element(heading('My apps')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(button('My Apps')).toHaveFocus()
})

test('R2.4-14 up to four applications stand in one column, more in two, each a link', async () => {
  const first = await opened([2, 3, 4, 5].map((id) => app(id)))
  expect(first.columns()).toBe(1)
  await expect
    .element(first.drawer.getByRole('link', { name: /App 2/ }))
    .toHaveAttribute('href', 'https://apps.example/2')
  await close()
  const second = await opened([2, 3, 4, 5, 6].map((id) => app(id)))
  expect(second.columns()).toBe(2)
})

test('R2.4-15 a heart marks the favourites', async () => {
  const { drawer } = await opened([app(2, { isUserFavorite: true }), app(3)])
  expect(drawer.getByRole('img', { name: 'Favorite' }).elements()).toHaveLength(1)
})

test('R2.4-16 the applications without access are under Ask us and lead to the contact page, in a new tab', async () => {
  const { drawer } = await opened([app(2), app(3), app(7, { title: 'Scanner', hasAccess: false })])
  await expect.element(drawer.getByRole('heading', { name: 'Ask us' })).toBeVisible()
  const link = drawer.getByRole('link', { name: /Scanner/ })
  await expect.element(link).toHaveAttribute('href', 'https://contact.example/')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('R2.4-17 Identity Management is there for Administrator only', async () => {
  const items = [app(1, { title: 'Identity Management' }), app(2), app(3)]
  const first = await opened(items, ['UserAdministrator'])
  await expect.element(first.drawer.getByRole('link', { name: /^Identity Management/ })).not.toBeInTheDocument()
  await close()
  const second = await opened(items, ['Administrator'])
  await expect.element(second.drawer.getByRole('link', { name: /^Identity Management/ })).toBeVisible()
})
