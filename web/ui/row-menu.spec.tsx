import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { startTexts } from '#web/lib/i18n.ts'
import { render } from './render.harness.tsx'
import { RowMenu } from './row-menu.tsx'
import './base.css'
import './controls.css'

beforeEach(() => document.head.prepend(Object.assign(document.createElement('base'), { href: '/identity/' })))
afterEach(async () => {
  document.querySelector('base')?.remove()
  await cleanup()
})

const opened = async () => {
  const edit = vi.fn()
  const remove = vi.fn()
  const ignored = vi.fn()
  await startTexts(['shell', 'errors'])
  const root = createRootRoute()
  const items = [
    { id: 'edit', label: 'Edit', run: edit },
    { id: 'end', label: 'End access', danger: true, run: ignored },
    { id: 'open', label: 'Open the tenant', href: '/identity/tenants/7', run: ignored },
    { id: 'lock', label: 'Lock', reason: 'Only God may', run: ignored },
    { id: 'delete', label: 'Delete', danger: true, divided: true, run: remove },
  ]
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => <RowMenu label="Actions for Northwind" items={items} />,
    }),
    createRoute({ getParentRoute: () => root, path: '/identity/tenants/7', component: () => <p>Tenant 7</p> }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  await router.load()
  await render(<RouterProvider router={router as never} />)
  const button = page.getByRole('button', { name: 'Actions for Northwind' })
  await button.click()
  return { button, edit, remove, ignored, item: (name: string | RegExp) => page.getByRole('menuitem', { name }) }
}

test('rule 10 the menu of a row keeps the order it was given, and what is dangerous stands last, behind a line', async () => {
  const { item } = await opened()
  await expect.element(page.getByRole('menu')).toBeVisible()
  const shown = Array.from(document.querySelectorAll('[role=menuitem]'), ({ textContent }) => textContent)
  expect(shown).toEqual(['Edit', 'Open the tenant', 'LockOnly God may', 'End access', 'Delete'])
  await expect.element(item('End access')).toHaveClass('danger', 'divided')
  await expect.element(item('Delete')).toHaveClass('danger')
  await expect.element(item('Delete')).not.toHaveClass('divided')
  await expect.element(item('Edit')).not.toHaveClass('danger')
})

test('what cannot be done says why, is reached by the arrow keys, and does nothing', async () => {
  const { item, ignored } = await opened()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(item(/^Lock/)).toHaveFocus()
  await expect.element(item(/^Lock/)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(item(/^Lock/)).toHaveAccessibleName('Lock Only God may')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toBeVisible()
  expect(ignored).not.toHaveBeenCalled()
})

test('an item runs, or leads to its page', async () => {
  const { button, edit, remove, ignored, item } = await opened()
  await item('Edit').click()
  expect(edit).toHaveBeenCalledOnce()
  expect(remove).not.toHaveBeenCalled()
  await button.click()
  await item('Open the tenant').click()
  await expect.element(page.getByText('Tenant 7')).toBeVisible()
  expect(ignored).not.toHaveBeenCalled()
})
