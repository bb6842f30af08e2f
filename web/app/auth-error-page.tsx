// R2.4-32: the word, and the error written out, as text.
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { problemText } from '#web/lib/problem.ts'
import { Mark } from '#web/ui/brand.tsx'
import './auth-error-page.css'

/** Every own member, with the message and the name that JSON leaves out; never a stack or a token. */
export const written = (error: unknown) => {
  if (!(error instanceof Error)) return JSON.stringify(error, null, 2) ?? String(error)
  const details = Object.entries(error).filter(
    ([member, value]) =>
      ['string', 'number'].includes(typeof value) && !['stack', 'state', 'session_state'].includes(member),
  )
  return JSON.stringify({ name: error.name, message: problemText(error), ...Object.fromEntries(details) }, null, 2)
}

export const AuthErrorPage = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('session')
  return (
    <main className="auth-error">
      <Mark size={44} />
      <div role="alert">
        <h1>{t('error')}</h1>
        <p>{t('errorHint')}</p>
      </div>
      <pre>{written(error)}</pre>
      <div className="auth-error-actions">
        <button type="button" className="b pri" onClick={onRetry}>
          <RotateCw size={16} aria-hidden="true" />
          {t('errors:tryAgain')}
        </button>
        <a className="b" href={under('account/login')}>
          {t('shell:login')}
        </a>
      </div>
    </main>
  )
}
