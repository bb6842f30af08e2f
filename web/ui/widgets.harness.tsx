// A router around a component of `web/ui`, as the portal gives it one.
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { startTexts } from '#web/lib/i18n.ts'
import { render } from './render.harness.tsx'
import './base.css'
import './controls.css'
import './select.css'

export const show = async (content: ReactNode) => {
  await startTexts(['shell', 'errors'])
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory(),
  })
  await router.load()
  return render(<RouterProvider router={router as never} />)
}
