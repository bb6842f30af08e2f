// One change of access from an explanation: shown before it is made, made from there, or only tried by those who may
// look and no more.
import { useTranslation } from 'react-i18next'
import type { PreviewedChange } from '#contract/access-preview.ts'
import { labelled } from '#web/lib/labelled.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useReview } from '#web/lib/use-review.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import type { DoneStep } from './done-step.tsx'
import { useReadAgain } from './use-read-again.ts'

export type StepChange = {
  /** Unknown until what stands there was read. */
  readonly change: PreviewedChange | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
  /** Absent for those who may look only. */
  readonly run: ((seen: string | undefined) => Promise<unknown>) | undefined
  readonly undo: (() => Promise<unknown>) | undefined
}

type Props = {
  making: StepChange
  title: string
  /** The verb that makes it. */
  verb: string
  danger?: boolean
  /** What is said of it, and the way back. */
  onDone: (said: DoneStep) => void
  onClose: () => void
}

export const StepPreview = ({ making, title, verb, danger = false, onDone, onClose }: Props) => {
  const { t } = useTranslation('effective-access')
  const { change, error, refetch, run, undo } = making
  const readAgain = useReadAgain()
  const { previewOf } = useParts()
  const review = previewOf?.(change)
  const { view } = useReview(run ? undefined : review)
  const make = async (seen: string | undefined) => {
    await run?.(seen)
    onDone({ text: labelled(t('done'), title), undo })
    await readAgain()
  }
  if (!change && !error) return null
  if (run)
    return (
      <Confirm
        title={title}
        body={t('nothingYet')}
        ok={verb}
        {...(danger && { keep: t('table:keep') })}
        danger={danger}
        review={review}
        run={make}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      actions={
        <button type="button" className="b" autoFocus onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      <p>{t('onlyTried')}</p>
      {error ? <FailureAlert error={error} onRetry={() => void refetch()} /> : view}
    </Dialog>
  )
}
