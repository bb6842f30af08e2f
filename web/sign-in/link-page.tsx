// The page behind an e-mailed link: is the link good, then a new password (R4.4-03…05, R8.2-07).
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Messages } from './alerts.tsx'
import { home, nextAddress, queryValue } from './addresses.ts'
import { calls, wordsOf } from './calls.ts'
import { Dialog } from './dialog.tsx'
import { FailureDialog } from './failure-dialog.tsx'
import { ErrorIcon } from './icons.tsx'
import { leave } from './leave.ts'
import { orUnknown, unknownError } from './messages.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { useNewPassword } from './use-new-password.ts'
import type { Say } from './use-toasts.ts'
import { ViewHeading } from './view-heading.tsx'

type Link = { identityName: string; token: string }
type State = { at: 'checking' | 'good' } | { at: 'bad' | 'failed'; errors: readonly string[] }

const check = async ({ identityName, token }: Link): Promise<State> => {
  if (!identityName || !token) return { at: 'bad', errors: ['Invalid token'] }
  try {
    const answer = await calls.validateToken(identityName, token)
    return answer.success ? { at: 'good' } : { at: 'bad', errors: orUnknown(answer.errors) }
  } catch (failure) {
    return { at: 'failed', errors: orUnknown(wordsOf(failure)) }
  }
}

const goHome = () => location.assign(home)

type Props = { say: Say; serviceUrl: () => Promise<string | undefined> }

export const LinkPage = ({ say, serviceUrl }: Props) => {
  const { t } = useTranslation('sign-in')
  const [link] = useState<Link>(() => ({
    identityName: queryValue('identityName') ?? '',
    token: queryValue('token') ?? '',
  }))
  const [state, setState] = useState<State>({ at: 'checking' })
  useEffect(() => void check(link).then(setState), [link])

  if (state.at === 'good') return <NewPassword link={link} say={say} serviceUrl={serviceUrl} />
  return (
    <>
      <ViewHeading title={t('link.title')}>{state.at === 'checking' && t('link.checking')}</ViewHeading>
      {state.at === 'checking' && <div className="bones" aria-hidden="true" />}
      {state.at === 'bad' && (
        <Dialog
          icon={<ErrorIcon />}
          title={t('link.bad')}
          actions={[{ value: 'ok', label: t('dialog.ok') }]}
          onClose={goHome}
        >
          <Messages errors={state.errors} />
        </Dialog>
      )}
      {state.at === 'failed' && <FailureDialog errors={state.errors} onClose={goHome} />}
    </>
  )
}

const NewPassword = ({ link, say, serviceUrl }: Props & { link: Link }) => {
  const { t } = useTranslation('sign-in')
  const returnUrl = queryValue('returnUrl')
  const change = useNewPassword({ ...link, returnUrl: returnUrl ?? null }, async (_, redirectTo) => {
    say('password.reset')
    return leave(nextAddress(redirectTo, returnUrl, await serviceUrl()), 'full')
  })
  return (
    <>
      <NewPasswordForm
        title={t('link.title')}
        lead={t('link.lead', { name: link.identityName })}
        identityName={link.identityName}
        change={change}
      />
      {change.failed && <FailureDialog errors={[unknownError]} onClose={change.dismiss} />}
    </>
  )
}
