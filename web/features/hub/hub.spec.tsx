import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, app, close, home, open, holdClock, playClock } from '#web/app/portal.harness.tsx'
import { drawn } from '#web/ui/render.harness.tsx'

afterEach(close)

const apps = [
  app(2, { title: 'Grants', description: 'Subsidies' }),
  app(3, { title: 'Gestão', isUserFavorite: true }),
  app(4, { title: 'Missions' }),
]
const withApps = (...items: ReturnType<typeof app>[]) => ({ 'GET /admin/applications/homeInfo': home(items) })

/** A server that keeps the favourites it is told, once `told` has happened. */
const rememberingOnce = (told: Promise<void>, ...items: ReturnType<typeof app>[]): Answers => {
  let stored = items
  return {
    'GET /admin/applications/homeInfo': () => home(stored),
    'POST /admin/applications/favorites': async ({ body }) => {
      await told
      const { AppId, IsFavorite } = body as { AppId: number; IsFavorite: boolean }
      stored = stored.map((one) => (one.id === AppId ? { ...one, isUserFavorite: IsFavorite } : one))
      return { body: { success: true, errors: [] } }
    },
  }
}

test('R2.4-01 R4.6-03 the home page waits for one second under its overlay', async () => {
  holdClock()
  const { text } = await open({ waiting: true })
  await expect.element(text('Wait while redirect...')).toBeVisible()
  await vi.advanceTimersByTimeAsync(800)
  await drawn()
  await expect.element(text('Wait while redirect...')).toBeVisible()
  await vi.advanceTimersByTimeAsync(300)
  await drawn()
  expect(text('Wait while redirect...').elements()).toHaveLength(0)
})

test('R2.4-02 R2.4-03 R2.4-04 the banner greets with the full name, above the applications, and the tab has a title', async () => {
  const { text, heading, tiles } = await open({ answers: withApps(...apps) })
  await expect.element(text('Welcome:')).toBeVisible()
  await expect.element(heading('Marta Oliveira')).toBeVisible()
  expect(document.querySelector('.hero svg.arches')).not.toBeNull()
  await expect.poll(tiles).toEqual(['Grants', 'Gestão', 'Missions'])
  await expect.poll(() => document.title).toBe('My applications · Portico')
})

test('R2.4-05 the search filters the tiles without regard to accents, and Enter opens the first hit', async () => {
  const { page, tiles, visited, text, button } = await open({ answers: withApps(...apps) })
  await expect.poll(tiles).toHaveLength(3)
  const search = page.getByPlaceholder('Search application...')
  await search.fill('gestao')
  await expect.poll(tiles).toEqual(['Gestão'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => visited).toEqual(['https://apps.example/3'])
  await search.fill('nothing like it')
  await expect.element(text('Nothing matches “nothing like it”.')).toBeVisible()
  await button('Clear search').click()
  await expect.poll(tiles).toHaveLength(3)
})

test('/ puts the cursor into the search', async () => {
  const { page, tiles } = await open({ answers: withApps(...apps) })
  await expect.poll(tiles).toHaveLength(3)
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('/')
  await expect.element(page.getByPlaceholder('Search application...')).toHaveFocus()
  await expect.element(page.getByPlaceholder('Search application...')).toHaveValue('')
})

test('R2.4-07 the toggle shows only the favourites, and then all applications again', async () => {
  const { button, tiles } = await open({ answers: withApps(...apps) })
  await button('Show only favorites').click()
  expect(tiles()).toEqual(['Gestão'])
  await button('Show all Applications').click()
  expect(tiles()).toEqual(['Grants', 'Gestão', 'Missions'])
})

test('R2.4-08 a tile shows icon, title and description, and is a link as a whole', async () => {
  const { link, text } = await open({ answers: withApps(...apps) })
  await expect.element(link('Grants')).toHaveAttribute('href', 'https://apps.example/2')
  await expect.element(text('Subsidies')).toBeVisible()
  const tile = link('Grants').element().closest('li') as HTMLElement
  expect(tile.querySelector('.appicon')).not.toBeNull()
  const { left, bottom } = tile.getBoundingClientRect()
  await expect.element(text('Wait while redirect...')).not.toBeInTheDocument()
  expect(document.elementFromPoint(left + 6, bottom - 6)?.closest('a')?.textContent).toBe('Grants')
})

test('R2.4-09 R4.6-06 R7.4-06 A-195 the heart says what it does, flips before the server answers, and can be undone', async () => {
  const { promise: told, resolve: answer } = Promise.withResolvers<void>()
  const { button, calls, text } = await open({ answers: rememberingOnce(told, ...apps) })
  const add = button('Add this app to your favorites: Grants')
  await expect.element(add).toHaveAttribute('data-tip', 'Add this app to your favorites')
  await add.click()
  const remove = button('Remove this app from your favorites: Grants')
  await expect.element(remove).toBeVisible()
  await remove.click()
  await expect.element(add).toBeVisible()
  await add.click()
  await expect.element(remove).toBeVisible()
  expect(text('Grants is one of your favorites now').elements()).toHaveLength(0)
  answer()
  await expect.element(text('Grants is one of your favorites now')).toBeVisible()
  await button('Undo').click()
  await expect.element(add).toBeVisible()
  await expect
    .poll(() => calls('POST /admin/applications/favorites').map(({ body }) => body))
    .toEqual([true, false, true, false].map((IsFavorite) => ({ IsFavorite, AppId: 2 })))
})

test('R2.4-09 by key: the heart, F6 to the message, Undo, and the focus is on the heart again', async () => {
  const { button } = await open({ answers: rememberingOnce(Promise.resolve(), ...apps) })
  const heart = button('Add this app to your favorites: Missions')
  await expect.element(heart).toBeVisible()
  await expect.element(button('Sort applications')).toBeVisible()
  ;(heart.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(button('Undo')).toBeVisible()
  await expect
    .poll(async () => {
      if (document.activeElement?.textContent !== 'Undo') await userEvent.keyboard('{F6}')
      return document.activeElement?.textContent
    })
    .toBe('Undo')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Undo')).not.toBeInTheDocument()
  await expect.element(heart).toHaveFocus()
})

test('R8.4-01 a favourite that could not be stored goes back, with the server’s words', async () => {
  const answers = {
    ...withApps(...apps),
    'POST /admin/applications/favorites': { status: 503 },
  }
  const { button, text } = await open({ answers })
  await button('Add this app to your favorites: Grants').click()
  await expect.element(text('An error ocurred')).toBeVisible()
  await expect.element(text('The service is busy, please try again in a moment')).toBeVisible()
  await expect.element(button('Add this app to your favorites: Grants')).toBeVisible()
})

test('R2.4-10 R4.6-08 one may ask for the applications without access that have a public address', async () => {
  const requestable = app(7, { title: 'Scanner', hasAccess: false, publicUrl: 'https://public.example/7' })
  const { heading, link, tiles } = await open({
    answers: withApps(...apps, requestable, app(8, { title: 'Hidden', hasAccess: false })),
  })
  await expect.element(heading('Do you want to access these applications? Ask us!')).toBeVisible()
  await expect.element(link('Scanner')).toHaveAttribute('href', 'https://public.example/7')
  await expect.element(link('Scanner')).toHaveAttribute('target', '_blank')
  expect(tiles()).not.toContain('Scanner')
  expect(document.querySelectorAll('.ask .tile')).toHaveLength(1)
})

test('R2.4-11 without any application the page says so', async () => {
  const { text } = await open({ answers: withApps() })
  await expect
    .element(text('It seems that you dont have access to any application. Please contact your administartor'))
    .toBeVisible()
})

test('R2.4-12 R8.4-05 when the applications cannot be read the page says why, and tries again', async () => {
  const { alert, button, answers, tiles } = await open({
    answers: { 'GET /admin/applications/homeInfo': { status: 403 } },
  })
  const failure = alert().filter({ hasText: 'An error occurred' })
  await expect.element(failure.getByText('You dont have permission to perform this action')).toBeVisible()
  Object.assign(answers, withApps(...apps))
  await button('Try again').click()
  await expect.poll(tiles).toHaveLength(3)
})

test('R4.6-04 R4.6-05 application 1 needs a role, a prerelease the query parameter', async () => {
  const items = [
    app(1, { title: 'Identity Management' }),
    app(2, { title: 'Grants' }),
    app(5, { title: 'Coming', prerelease: true }),
  ]
  const first = await open({ answers: withApps(...items) })
  await expect.poll(first.tiles).toEqual(['Grants'])
  await close()
  const second = await open({
    at: '/identity/?prerelease&noredirect',
    who: { role: 'UserAdministrator' },
    answers: withApps(...items),
  })
  await expect.poll(second.tiles).toEqual(['Identity Management', 'Grants', 'Coming'])
})

test('R4.6-01 a customer without the administration goes to the client portal after one second', async () => {
  playClock()
  const { visited, text } = await open({
    at: '/identity/home',
    who: { area: 'Customers' },
    answers: { 'GET /admin/applications/homeInfo': home([app(2), app(3), app(9)], 9) },
  })
  await expect.element(text('Wait while redirect...')).toBeVisible()
  expect(visited).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(() => visited).toEqual(['https://apps.example/9'])
})

test('R4.6-02 the only application opens by itself after one second, unless the address says noredirect', async () => {
  playClock()
  const only = withApps(app(2), app(5, { prerelease: true }))
  const first = await open({ at: '/identity/home', answers: only })
  await vi.advanceTimersByTimeAsync(1100)
  await expect.poll(() => first.visited).toEqual(['https://apps.example/2'])
  await close()
  playClock()
  const second = await open({ answers: only })
  await vi.advanceTimersByTimeAsync(3000)
  await expect.poll(second.tiles).toEqual(['App 2'])
  expect(second.visited).toEqual([])
})

test('R8.4-04 when the call for the applications fails, what turned for them stops, and no notice says so', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<{ status: number }>()
  const { text, button } = await open({ answers: { 'GET /admin/applications/homeInfo': () => promise } })
  const waits = () => document.querySelectorAll('.panel.skeleton').length
  await expect.poll(waits).toBe(1)
  answer({ status: 500 })
  await expect.poll(waits).toBe(0)
  await expect.element(button('Try again')).toBeVisible()
  await expect.element(text('Wait while redirect...')).not.toBeInTheDocument()
  expect(document.querySelectorAll('.notice')).toHaveLength(0)
})

test('R8.4-04 an icon that does not come gives way to the initial, silently', async () => {
  await open({ answers: withApps(...apps) })
  await expect.poll(() => document.querySelector('.tile .appicon')?.textContent).toBe('G')
  expect(document.querySelectorAll('.notice')).toHaveLength(0)
})
