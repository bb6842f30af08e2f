// A page that cannot be shown: a tab left open over a release, and anything else.
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { afterEach, expect, test } from 'vitest'
import type { Language } from '#contract/kernel/language.ts'
import { addTexts, startTexts } from '#web/lib/i18n.ts'
import { render } from '#web/ui/render.harness.tsx'
import { PageError } from './page-error.tsx'
import { pageError } from './page-error-ahead.ts'
import { createPortalRouter } from './router.tsx'

const missing = 'Failed to fetch dynamically imported module: /identity/assets/gone-1a2b3c4d.js'

const visited: string[] = []
const departure = (event: NavigateEvent) => {
  event.preventDefault()
  visited.push(event.navigationType)
}

type FailureSetup = { onTheWay?: Error | undefined; inside?: Error | undefined; language?: Language }

/** A page that fails before it is there, or when it is drawn. */
const reached = async ({ language = 'en', ...failing }: FailureSetup) => {
  visited.length = 0
  navigation?.addEventListener('navigate', departure)
  await startTexts(['shell', 'errors'], language)
  await addTexts('page-error')
  const root = createRootRoute()
  const there = createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => {
      if (failing.onTheWay) throw failing.onTheWay
    },
    component: () => {
      if (failing.inside) throw failing.inside
      return <h1>There</h1>
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([there]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultErrorComponent: PageError,
  })
  await router.load()
  await render(<RouterProvider router={router as never} />)
  return failing
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

afterEach(async () => {
  navigation?.removeEventListener('navigate', departure)
  sessionStorage.clear()
  await cleanup()
})

test('inside a page nothing is reloaded by itself', async () => {
  await reached({ inside: new TypeError(missing) })
  await expect.element(heading('Portico was updated')).toBeVisible()
  expect(visited).toEqual([])
})

test('on the way to a page whose file is gone, the new version is loaded once by itself; then a button is offered', async () => {
  await reached({ onTheWay: new TypeError(missing) })
  await expect.poll(() => visited).toEqual(['reload'])
  expect(heading('Portico was updated').elements()).toHaveLength(0)
  await cleanup()
  await reached({ onTheWay: new TypeError(missing), language: 'fr' })
  await expect.element(heading('Portico a été mis à jour')).toBeVisible()
  expect(visited).toEqual([])
  await button('Recharger').click()
  await expect.poll(() => visited).toEqual(['reload'])
})

test('what else fails is written out for the help desk, and can be tried again', async () => {
  const failing = await reached({ onTheWay: new TypeError('No texts') })
  await expect.element(heading('An error occurred')).toBeVisible()
  await expect.element(page.getByText(/"message": "No texts"/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to my apps' }))
    .toHaveAttribute('href', expect.stringMatching(/home$/))
  failing.onTheWay = undefined
  await button('Try again').click()
  await expect.element(heading('There')).toBeVisible()
  expect(visited).toEqual([])
})

test('it stands for every page of the portal, with a part that is loaded ahead', () => {
  expect(createPortalRouter().options.defaultErrorComponent).toBe(pageError)
})
