// R4.1-01: what is behind the sign-in. Anyone who has none is sent there, and comes back to the same address.
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session/portal-context.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { AuthErrorPage } from './auth-error-page.tsx'

const ImpersonationBar = lazy(async () => ({
  default: (await import('./session/impersonation-bar.tsx')).ImpersonationBar,
}))

const here = () => location.pathname + location.search + location.hash

export const SignedIn = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('session')
  const { session, state } = useSession()
  const nobody = state.kind === 'signed-out'
  useEffect(() => {
    if (nobody) void session.signIn(here())
  }, [nobody, session])
  if (state.kind === 'failed') return <AuthErrorPage error={state.error} onRetry={() => void session.signIn(here())} />
  if (state.kind !== 'signed-in') return <Waiting>{t('authenticating')}</Waiting>
  return (
    <>
      {children}
      {state.identity.impersonatorId && (
        <Suspense>
          <ImpersonationBar />
        </Suspense>
      )}
    </>
  )
}
