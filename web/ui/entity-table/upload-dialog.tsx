// A bulk upload: a dry run whose faulty rows may be corrected in place, then the upload, then what came of it (R4.9-05,
// R8.4-08, R8.4-09).
import { CircleCheck, FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/notices.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DiscardQuestion } from '../discard-question.tsx'
import { CloseButton, GuardedModal } from '../guarded-modal.tsx'
import { ProgressCircle } from '../progress-circle.tsx'
import { faultyIn } from './corrections.ts'
import { DropZone } from './drop-zone.tsx'
import { FaultyRows, UploadProblem } from './faulty-rows.tsx'
import { UploadResult } from './upload-result.tsx'
import { type CheckedUpload, isStale, type Phase, type Progress, type Upload, useUpload } from './use-upload.ts'

type UploadState = ReturnType<typeof useUpload>

const Template = ({ endpoint }: { endpoint: NonNullable<Upload['template']> }) => {
  const { t } = useTranslation('table')
  const load = async () => {
    const file = await call(endpoint).catch((error: unknown) => showFailure(t('errors:failedAction'), error))
    if (file instanceof File) saveFile(file)
  }
  return (
    <button type="button" className="b tx et-template" onClick={() => void load()}>
      <FileSpreadsheet size={16} aria-hidden="true" />
      {t('template')}
    </button>
  )
}

/** Not while what was corrected is being checked: it would say how many rows, and import others. */
const Import = ({ checked, importIt }: { checked: CheckedUpload } & Pick<UploadState, 'importIt'>) => {
  const { t } = useTranslation('table')
  const { totalElements } = checked.result
  const count = totalElements - faultyIn(checked.result).size
  const stale = isStale(checked)
  return (
    <button
      type="button"
      className="b pri"
      disabled={count === 0}
      aria-disabled={stale}
      aria-busy={stale}
      onClick={() => !stale && void importIt(checked)}
    >
      {t('importRows', { count })}
    </button>
  )
}

/** What was corrected in one file is no use in another. */
const OtherFile = ({ dirty, again }: { dirty: boolean } & Pick<UploadState, 'again'>) => {
  const { t } = useTranslation('table')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="b" onClick={() => (dirty ? setAsking(true) : again())}>
        {t('otherFile')}
      </button>
      {asking && <DiscardQuestion onDiscard={again} onKeep={() => setAsking(false)} />}
    </>
  )
}

/** What was pressed goes with its phase: what came of it has the focus then. */
const useFocusOnPhase = ({ at }: Phase) => {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at !== 'choosing' && document.activeElement === document.body) content.current?.focus()
  }, [at])
  return content
}

const dirtyIn = (phase: Phase) => phase.at === 'checked' && phase.corrections.size > 0

const Actions = ({ phase, again, importIt }: UploadState) => {
  const { t } = useTranslation('table')
  return (
    <div className="dlg-actions">
      {(phase.at === 'checked' || phase.at === 'error') && <OtherFile dirty={dirtyIn(phase)} again={again} />}
      {phase.at === 'checked' ? (
        <Import checked={phase} importIt={importIt} />
      ) : (
        <CloseButton disabled={phase.at === 'uploading'}>{t('close')}</CloseButton>
      )}
    </div>
  )
}

export const UploadDialog = ({
  upload,
  onDone,
  onClose,
}: {
  upload: Upload
  onDone: () => void
  onClose: () => void
}) => {
  const { t } = useTranslation('table')
  const uploading = useUpload(upload, onDone)
  const { phase } = uploading
  const id = useId()
  const content = useFocusOnPhase(phase)
  const mends = phase.at === 'checked' && phase.rows.length > 0
  return (
    <GuardedModal
      className={`dlg wide et-upload${mends ? ' mending' : ''}`}
      role="dialog"
      aria-labelledby={id}
      dirty={dirtyIn(phase)}
      busy={phase.at === 'uploading'}
      onClose={onClose}
    >
      <header>
        <h2 id={id}>{upload.label ?? t('bulkUpload')}</h2>
      </header>
      <div className="dlg-in" ref={content} tabIndex={-1}>
        <Content upload={upload} {...uploading} />
      </div>
      <Actions {...uploading} />
    </GuardedModal>
  )
}

const Content = ({ upload, phase, choose, correct, checkAgain }: { upload: Upload } & UploadState) => {
  const { t } = useTranslation('table')
  if (phase.at === 'choosing') return <Choosing upload={upload} choose={choose} />
  if (phase.at === 'uploading') return <Working {...phase} />
  if (phase.at === 'error')
    return (
      <Alert mark={<TriangleAlert size={20} aria-hidden="true" />}>
        <p>{phase.text}</p>
      </Alert>
    )
  if (phase.result.processId)
    return (
      <div className="et-run" role="status">
        <CircleCheck size={32} aria-hidden="true" />
        <p>{t('inBackground')}</p>
      </div>
    )
  if (phase.at === 'checked')
    return (
      <>
        <UploadProblem checked={phase} checkAgain={checkAgain} />
        <UploadResult result={phase.result} dryRun stale={isStale(phase)}>
          <FaultyRows checked={phase} correct={correct} />
        </UploadResult>
      </>
    )
  return <UploadResult result={phase.result} />
}

/** Rule 20: n of m, where it is known. */
const Working = ({ dryRun, progress }: { dryRun: boolean; progress?: Progress }) => {
  const { t, i18n } = useTranslation('table')
  const far = progress && progress.total > 0 ? progress : undefined
  return (
    <div className="et-run">
      {far ? <ProgressCircle value={far.done / far.total} /> : <span className="spinner" aria-hidden="true" />}
      <p role="status">{t(dryRun ? 'checking' : 'uploading')}</p>
      {far && (
        <p className="num">
          {t('progress', {
            done: far.done.toLocaleString(localeOf(i18n.language)),
            total: far.total.toLocaleString(localeOf(i18n.language)),
          })}
        </p>
      )}
      <p className="mut">{t('patience')}</p>
    </div>
  )
}

const Choosing = ({ upload, choose }: { upload: Upload } & Pick<UploadState, 'choose'>) => {
  const { t } = useTranslation('table')
  return (
    <>
      <DropZone accept={(upload.endpoint.upload?.accept ?? []).join(',')} onFile={(file) => void choose(file)} />
      {upload.template && <Template endpoint={upload.template} />}
      {upload.dryRun && <p className="mut">{t('dryRunHint')}</p>}
    </>
  )
}
