// A bulk upload: a dry run that marks each row, then the upload, then what came of it (R4.9-05, R8.4-08, R8.4-09).
import { CircleCheck, FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/client.ts'
import { loadCodeTexts } from '#web/lib/code-texts.ts'
import { showFailure } from '#web/lib/notices.ts'
import { CallProblem, problemText, refusalText } from '#web/lib/problem.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { streamed } from '#web/lib/streamed.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '../dialog.tsx'
import { ProgressCircle } from '../progress-circle.tsx'
import { DropZone } from './drop-zone.tsx'
import type { ListDef } from './types.ts'
import { type Result, UploadResult } from './upload-result.tsx'

export type Upload = NonNullable<ListDef<unknown>['upload']>
type Progress = { done: number; total: number }
type Phase =
  | { at: 'choosing' }
  | { at: 'uploading'; dryRun: boolean; progress?: Progress }
  | { at: 'checked'; file: File; result: Result }
  | { at: 'done'; result: Result }
  | { at: 'error'; text: string }

/** One that says how far it is (R7.13-05) is listened to. */
const sendTo = (endpoint: Upload['endpoint'], given: object, onProgress: (progress: Progress) => void) =>
  (endpoint.streams
    ? streamed(endpoint as typeof endpoint & { streams: true }, given as never, (done, total) =>
        onProgress({ done, total }),
      )
    : call(endpoint, given as never)) as Promise<unknown> as Promise<Result>

/** R8.4-08: undefined where the answer says nothing at all. */
const failureText = (error: unknown) => {
  if (!(error instanceof CallProblem) || error.kind !== 'answered') return problemText(error)
  return error.code || error.message || error.messages.length > 0 ? refusalText(error) : undefined
}

const useUpload = (upload: Upload, onDone: () => void) => {
  const { t } = useTranslation('table')
  const [phase, setPhase] = useState<Phase>({ at: 'choosing' })
  const send = async (file: File, dryRun: boolean) => {
    setPhase({ at: 'uploading', dryRun })
    try {
      const given = { file, params: upload.params, ...(dryRun && { query: { dryRun: 'true' } }) }
      const [result] = await Promise.all([
        sendTo(upload.endpoint, given, (progress) => setPhase({ at: 'uploading', dryRun, progress })),
        loadCodeTexts(),
      ])
      setPhase(dryRun ? { at: 'checked', file, result } : { at: 'done', result })
      if (!dryRun) onDone()
    } catch (error) {
      setPhase({ at: 'error', text: failureText(error) ?? t('uploadError') })
    }
  }
  const choose = (file: File) => {
    const allowed = upload.endpoint.upload?.accept ?? []
    if (!allowed.some((ending: string) => file.name.toLowerCase().endsWith(ending)))
      return setPhase({ at: 'error', text: t('extensionNotAllowed') })
    void send(file, upload.dryRun === true)
  }
  return { phase, choose, send, again: () => setPhase({ at: 'choosing' }) }
}

const Template = ({ endpoint }: { endpoint: NonNullable<Upload['template']> }) => {
  const { t } = useTranslation('table')
  const load = async () => {
    const file = await call(endpoint, undefined as never).catch((error: unknown) =>
      showFailure(t('errors:failedAction'), error),
    )
    if ((file as unknown) instanceof File) saveFile(file as unknown as File)
  }
  return (
    <button type="button" className="b tx et-template" onClick={() => void load()}>
      <FileSpreadsheet size={16} aria-hidden="true" />
      {t('template')}
    </button>
  )
}

const Actions = ({
  phase,
  onClose,
  again,
  send,
}: { phase: Phase; onClose: () => void } & Pick<ReturnType<typeof useUpload>, 'again' | 'send'>) => {
  const { t } = useTranslation('table')
  const good =
    phase.at === 'checked' ? phase.result.totalElements - new Set(phase.result.errors.map(({ row }) => row)).size : 0
  return (
    <>
      {(phase.at === 'checked' || phase.at === 'error') && (
        <button type="button" className="b" onClick={again}>
          {t('otherFile')}
        </button>
      )}
      {phase.at === 'checked' && (
        <button type="button" className="b pri" disabled={good === 0} onClick={() => void send(phase.file, false)}>
          {t('importRows', { count: good })}
        </button>
      )}
      {phase.at !== 'checked' && (
        <button type="button" className="b" disabled={phase.at === 'uploading'} onClick={onClose}>
          {t('close')}
        </button>
      )}
    </>
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
  const { phase, choose, send, again } = useUpload(upload, onDone)
  return (
    <Dialog
      wide
      title={upload.label ?? t('bulkUpload')}
      onClose={phase.at === 'uploading' ? undefined : onClose}
      actions={<Actions phase={phase} onClose={onClose} again={again} send={send} />}
    >
      <Content upload={upload} phase={phase} choose={choose} />
    </Dialog>
  )
}

const Content = ({ upload, phase, choose }: { upload: Upload; phase: Phase; choose: (file: File) => void }) => {
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
  return <UploadResult result={phase.result} dryRun={phase.at === 'checked'} />
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
            done: far.done.toLocaleString(i18n.language),
            total: far.total.toLocaleString(i18n.language),
          })}
        </p>
      )}
      <p className="mut">{t('patience')}</p>
    </div>
  )
}

const Choosing = ({ upload, choose }: { upload: Upload; choose: (file: File) => void }) => {
  const { t } = useTranslation('table')
  return (
    <>
      <DropZone accept={(upload.endpoint.upload?.accept ?? []).join(',')} onFile={choose} />
      {upload.template && <Template endpoint={upload.template} />}
      {upload.dryRun && <p className="mut">{t('rehearsalHint')}</p>}
    </>
  )
}
