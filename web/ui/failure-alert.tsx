// What could not be read, with the server's words and a way on (docs/ux.md, rule 17).
import { CircleAlert, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CallProblem, problemText } from '#web/lib/problem.ts'

/** Not there, or asked for by what is no id: of an old link, or one cut short, it is said what may be the case. */
const isMissing = (error: unknown) =>
  error instanceof CallProblem &&
  (error.status === 404 || (error.fields.length > 0 && error.fields.every(({ code }) => code === 'not-an-id')))

/** What is not there, or is no address of anything, is not there the next time either. */
const isFinal = (error: unknown) => error instanceof CallProblem && [400, 404].includes(error.status)

export const FailureAlert = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const { t } = useTranslation('errors')
  return (
    <div className="alert" role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <b>{isMissing(error) ? t('notFound') : t('failedLoad')}</b>
        <p>{isMissing(error) ? t('notFoundHint') : problemText(error)}</p>
      </div>
      {onRetry && !isFinal(error) && (
        <button type="button" className="b" onClick={onRetry}>
          <RotateCw size={15} aria-hidden="true" />
          {t('tryAgain')}
        </button>
      )}
    </div>
  )
}
