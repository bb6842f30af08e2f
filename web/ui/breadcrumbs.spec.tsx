import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { clientCache } from '#web/lib/client-cache.ts'
import { Breadcrumbs, useRememberedTitle } from './breadcrumbs.tsx'
import { show } from './widgets.harness.tsx'

beforeEach(() => document.head.prepend(Object.assign(document.createElement('base'), { href: '/identity/' })))
afterEach(async () => {
  await cleanup()
  document.querySelector('base')?.remove()
  localStorage.clear()
  vi.useRealTimers()
})

const labels = { admin: 'Administration', users: 'Users' }
const crumbs = () =>
  [...page.getByRole('navigation').element().querySelectorAll('a, b')].map(
    (crumb) => crumb.getAttribute('aria-label') ?? crumb.textContent,
  )

const User = () => {
  useRememberedTitle('/admin/users/7', 'Marta Oliveira')
  return null
}

test('R2.5-60 breadcrumbs lead home and through the segments of the path; the last one is the page itself', async () => {
  await show(<Breadcrumbs path="/admin/users/7" labels={labels} />)
  await expect.element(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/identity/home?noredirect')
  await expect.element(page.getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/identity/admin/users')
  expect(crumbs()).toEqual(['Home', 'Administration', 'Users', '7'])
  await expect.element(page.getByText('7')).toHaveAttribute('aria-current', 'page')
})

test('R2.5-60 the title of a visited entity is remembered for 30 days, also when the cache is cleared', async () => {
  const day = 86_400_000
  await show(<User />)
  await expect.poll(() => localStorage.length).toBeGreaterThan(0)
  await cleanup()
  clientCache.clear()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 29.9 * day })
  await show(<Breadcrumbs path="/admin/users/7" labels={labels} />)
  await expect.poll(crumbs).toEqual(['Home', 'Administration', 'Users', 'Marta Oliveira'])
  await cleanup()
  vi.setSystemTime(now + 30.1 * day)
  await show(<Breadcrumbs path="/admin/users/7" labels={labels} />)
  await expect.poll(crumbs).toEqual(['Home', 'Administration', 'Users', '7'])
})

test('R2.5-60 a title that becomes known while the crumbs are shown replaces the gap for an id', async () => {
  const path = '/admin/users/6dedf125-8067-4dc5-aa7d-a6b1a92971aa'
  const Entity = () => {
    const [name, setName] = useState<string>()
    useRememberedTitle(path, name)
    return (
      <>
        <Breadcrumbs path={path} labels={labels} />
        <button type="button" onClick={() => setName('Inês Hoffmann')}>
          Loaded
        </button>
      </>
    )
  }
  await show(<Entity />)
  await expect.poll(crumbs).toEqual(['Home', 'Administration', 'Users', '…'])
  await page.getByRole('button', { name: 'Loaded' }).click()
  await expect.poll(crumbs).toEqual(['Home', 'Administration', 'Users', 'Inês Hoffmann'])
})

test('R2.5-60 an area begins at its own home, which is told by its title when one is there', async () => {
  const root = { path: '/admin', title: 'Administration' }
  await show(<Breadcrumbs path="/admin/users" root={root} labels={labels} />)
  await expect.poll(crumbs).toEqual(['Home', 'Users'])
  await expect.element(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/identity/admin')
  await cleanup()
  await show(<Breadcrumbs path="/admin" root={root} labels={labels} />)
  await expect.poll(crumbs).toEqual(['Home', 'Administration'])
})
