// Sign-in: the choice of a method, then exactly three local views (R2.3-12).
import { lazy, Suspense } from 'react'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { CodeView } from './code-view.tsx'
import { addTexts } from '#web/lib/i18n.ts'
import { LocalForm } from './local-form.tsx'
import { MethodChoice } from './method-choice.tsx'
import { useSignIn } from './use-sign-in.ts'
import type { Say } from './use-toasts.ts'

const AppCodeView = lazy(async () => {
  const [{ AppCodeView: view }] = await Promise.all([import('./app-code-view.tsx'), addTexts('sign-in-factors')])
  return { default: view }
})

const ExpiredPassword = lazy(async () => ({ default: (await import('./expired-password.tsx')).ExpiredPassword }))

type Props = { config: RuntimeConfig | undefined; application: string | undefined; say: Say }

export const SignInPage = ({ config, application, say }: Props) => {
  const signIn = useSignIn(say)
  const { view, show } = signIn
  switch (view.at) {
    case 'choice':
      return (
        <MethodChoice
          config={config}
          application={application}
          arrival={view.arrival}
          errors={signIn.errors}
          busy={signIn.busy}
          onLocal={() => show({ at: 'local' })}
          onPasskey={() => void signIn.passkey()}
        />
      )
    case 'local':
      return (
        <LocalForm
          config={config}
          application={application}
          signIn={signIn}
          onBack={() => show({ at: 'choice', arrival: 'back' })}
        />
      )
    case 'code':
      return (
        <CodeView
          sentTo={view.sentTo}
          deadline={view.deadline}
          errors={signIn.errors}
          busy={signIn.busy}
          onVerify={(code) => void signIn.verify(view.token, code)}
          onResend={() => void signIn.login(signIn.credentials)}
          onCancel={signIn.cancelCode}
        />
      )
    case 'app-code':
      return (
        <Suspense>
          <AppCodeView
            deadline={view.deadline}
            errors={signIn.errors}
            busy={signIn.busy}
            onVerify={(code) => void signIn.verify(view.token, code)}
            onCancel={signIn.cancelCode}
          />
        </Suspense>
      )
    case 'expired':
      return (
        <Suspense>
          <ExpiredPassword
            view={view}
            say={say}
            onChanged={signIn.enterWithNewPassword}
            onCancel={() => show({ at: 'local' })}
          />
        </Suspense>
      )
  }
}
