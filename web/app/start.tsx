// From nothing to a portal: texts, configuration, session, router.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import i18next from 'i18next'
import { runtime } from '#contract/runtime.ts'
import '#web/ui/controls.css'
import { apiUrl, basePath, under } from '#web/lib/base.ts'
import { call, connect } from '#web/lib/client.ts'
import { clientCache } from '#web/lib/client-cache.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { showNotice } from '#web/lib/notices.ts'
import { createQueryCache } from '#web/lib/query-cache.ts'
import { PortalContext } from '#web/lib/session/portal-context.ts'
import { startTheme } from '#web/lib/theme.ts'
import { loadTooltips } from '#web/ui/load-tooltips.ts'
import { AuthErrorPage } from './auth-error-page.tsx'
import { keepCachesFresh } from './caches.ts'
import { createPortalRouter, PortalRouter } from './router.tsx'
import { openSession } from './session/open-session.ts'

const isCallback = () => location.pathname === under('callback')

/** Where the sign-in was asked from; never an address of somebody else. */
const safeReturn = (returnTo: string | undefined) => {
  const target = new URL(returnTo || under(''), location.origin)
  const inside =
    target.origin === location.origin && target.pathname.startsWith(basePath()) && target.pathname !== under('callback')
  return inside ? target.pathname + target.search + target.hash : under('')
}

const accessDenied = () => showNotice({ kind: 'error', title: i18next.t('errors:accessDenied') })

const prove = async () => (await import('#web/features/step-up/ask-proof.tsx')).askProof()

export const start = async () => {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startTheme()
  loadTooltips()
  clientCache.clear()
  const texts = startTexts(['shell', 'hub', 'errors', 'session'])
  try {
    const config = await call(runtime.config)
    const session = await openSession(config, { logoutPage: apiUrl('/account/logout'), onDenied: accessDenied })
    connect({ ...session.credentials, prove })
    if (isCallback()) history.replaceState(null, '', safeReturn(await session.finish(location.href)))
    else void session.resume()
    await texts
    const answers = createQueryCache()
    const router = createPortalRouter()
    keepCachesFresh({ answers, router, session })
    root.render(
      <PortalContext value={{ config, session }}>
        <QueryClientProvider client={answers}>
          <PortalRouter router={router} />
        </QueryClientProvider>
      </PortalContext>,
    )
    return {
      stop: () => {
        root.unmount()
        session.close()
      },
    }
  } catch (error) {
    await texts.catch(() => {})
    root.render(<AuthErrorPage error={error} onRetry={() => location.reload()} />)
    return { stop: () => root.unmount() }
  }
}
