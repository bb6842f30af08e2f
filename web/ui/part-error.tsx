// What stands in place of a part of a page that could not be loaded, or threw while it was drawn. Most often its file
// is gone: the tab was left open over a release.
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { CircleAlert, RotateCw } from 'lucide-react'
import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '#web/lib/problem.ts'
import { Dialog } from './dialog.tsx'
import { type BoundaryProps, type PartErrorProps, showPartErrorsBy } from './lazily.tsx'

/** As the browsers put it, and Vite for styles. */
const goneAs =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

export const isGone = (error: unknown): error is Error => error instanceof Error && goneAs.test(error.message)

const PartError = ({ error, onRetry, onClose }: PartErrorProps) => {
  const { t } = useTranslation('page-error')
  const gone = isGone(error)
  const title = t(gone ? 'updated' : 'errors:failedLoad')
  const said = gone ? t('partHint') : problemText(error)
  const again = (
    <button type="button" className={onClose ? 'b pri' : 'b'} onClick={onRetry}>
      <RotateCw size={15} aria-hidden="true" />
      {t('errors:tryAgain')}
    </button>
  )
  if (!onClose)
    return (
      <div className="alert" role="alert">
        <CircleAlert size={20} aria-hidden="true" />
        <div>
          <b>{title}</b>
          <p>{said}</p>
        </div>
        {again}
      </div>
    )
  const close = (
    <button type="button" className="b" onClick={onClose}>
      {t('shell:close')}
    </button>
  )
  return (
    <Dialog kind="alertdialog" title={title} onClose={onClose} actions={[close, again]}>
      <p>{said}</p>
    </Dialog>
  )
}

/** Of the part around: the next one inside has its own, or none. */
const Closing = createContext<(() => void) | undefined>(undefined)

/** Try again draws it anew. */
const Thrown = ({ error, reset }: ErrorComponentProps) => {
  const onClose = use(Closing)
  return <PartError error={error} onRetry={reset} {...(onClose && { onClose })} />
}

const Boundary = ({ onClose, of, children }: BoundaryProps) => (
  <Closing value={onClose}>
    <CatchBoundary getResetKey={() => of} errorComponent={Thrown}>
      {children}
    </CatchBoundary>
  </Closing>
)

showPartErrorsBy(PartError, Boundary)
