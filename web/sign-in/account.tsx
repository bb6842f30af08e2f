// One document, three pages: the address says which (R2.3-01, 02, 03).
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { standardPasswordPolicy } from '#contract/kernel/password-policy.ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { Frame } from './frame.tsx'
import { readConfiguration } from './configuration.ts'
import { PasswordPolicyContext } from './password-policy.ts'
import { readApplication } from './request.ts'
import { SignInPage } from './sign-in-page.tsx'
import { useToasts } from './use-toasts.ts'

// Where a password is set; nobody who signs in waits for it.
const LinkPage = lazy(async () => ({ default: (await import('./link-page.tsx')).LinkPage }))

const AccessDenied = lazy(async () => {
  const [{ AccessDenied: page }] = await Promise.all([import('./access-denied.tsx'), addTexts('sign-in-denied')])
  return { default: page }
})

type Configuration = Promise<RuntimeConfig | undefined>
type Props = { configuration: Configuration }

const pageOf = (pathname: string) => {
  const last = pathname.toLowerCase().replace(/\/+$/, '').split('/').at(-1)
  if (last === 'changepassword') return 'link'
  return last === 'accessdenied' ? 'denied' : 'sign-in'
}

export const Account = ({ configuration }: Props) => {
  const [config, setConfig] = useState<RuntimeConfig>()
  const [toasts, say] = useToasts()
  const [application, setApplication] = useState<string>()
  const page = pageOf(location.pathname)
  // Drawn at once; the configuration comes when it comes.
  useEffect(() => void configuration.then(setConfig), [configuration])
  useEffect(() => void readApplication().then(setApplication), [])
  const serviceUrl = useCallback(async () => (await configuration)?.serviceUrl, [configuration])
  const policy = useMemo(
    () => ({
      policy: config?.passwordPolicy ?? standardPasswordPolicy,
      askAgain: () => void readConfiguration().then((now) => now && setConfig(now)),
    }),
    [config],
  )
  return (
    <PasswordPolicyContext value={policy}>
      <Frame config={config} toasts={toasts}>
        <Suspense>
          {page === 'denied' && <AccessDenied />}
          {page === 'link' && <LinkPage say={say} serviceUrl={serviceUrl} />}
          {page === 'sign-in' && <SignInPage config={config} application={application} say={say} />}
        </Suspense>
      </Frame>
    </PasswordPolicyContext>
  )
}
