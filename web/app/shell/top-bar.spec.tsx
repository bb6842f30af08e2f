import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { startTexts } from '#web/lib/i18n.ts'
import { PortalContext, type Portal } from '#web/lib/session/portal-context.ts'
import { render } from '#web/ui/render.harness.tsx'
import { config } from '../portal.harness.tsx'
import { TopBar } from './top-bar.tsx'

afterEach(() => document.querySelector('base')?.remove())

const nobody = { kind: 'signed-out' } as const
const session: Portal['session'] = {
  state: () => nobody,
  subscribe: () => () => {},
  signIn: async () => {},
  renew: async () => false,
  checkEnded: () => undefined,
  logout: async () => {},
  switchAt: async () => {},
}

test('R2.4-28 while nobody is signed in the header has a link to the login page, and no menu of an account', async () => {
  document.head.prepend(Object.assign(document.createElement('base'), { href: '/identity/' }))
  await startTexts(['shell', 'hub', 'errors', 'session'])
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const screen = await render(
    <RouterContextProvider router={router}>
      <PortalContext value={{ config, session }}>
        <QueryClientProvider client={new QueryClient()}>
          <TopBar entries={[]} />
        </QueryClientProvider>
      </PortalContext>
    </RouterContextProvider>,
  )
  await expect
    .element(screen.getByRole('link', { name: 'Login', exact: true }))
    .toHaveAttribute('href', '/identity/account/login')
  await expect.element(screen.getByRole('button', { name: /My Apps/ })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /Your account/ })).not.toBeInTheDocument()
})
