// R7.11-09, R5.3-05: the administrators of applications as a workbook, made in the background.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { dashboard } from '#contract/dashboard.ts'
import { codeText, useCodeTexts } from '#web/lib/code-texts.ts'
import { showNotice } from '#web/lib/notices.ts'
import { problemText } from '#web/lib/problem.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

/** The specification's number: `skip` 0, up to 1000 (R7.11-09). */
const everyApplication = { query: { skip: '0', take: '1000' } }

type Choice = { chosen: ReadonlySet<number>; onChoose: (chosen: ReadonlySet<number>) => void }

const Choices = ({ chosen, onChoose }: Choice) => {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch, isPending } = useRead(applications.list, everyApplication)
  if (isPending) return <i className="spin" aria-hidden="true" />
  if (error) return <FailureAlert error={error} onRetry={() => void refetch()} />
  const ids = data.items.map(({ id }) => id)
  const all = ids.every((id) => chosen.has(id))
  const turn = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <fieldset className="report-apps">
      <legend>{t('reportApps')}</legend>
      <label>
        <input type="checkbox" checked={all} onChange={() => onChoose(new Set(all ? [] : ids))} />
        <b>{t('allApps')}</b>
      </label>
      {data.items.map(({ id, displayName }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => turn(id)} />
          {displayName}
        </label>
      ))}
    </fieldset>
  )
}

export const ReportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('dashboard')
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const [missing, setMissing] = useState(false)
  const report = useWrite(dashboard.adminReport)
  useCodeTexts()
  const send = () => {
    setMissing(chosen.size === 0)
    if (chosen.size === 0) return
    report.mutate(
      { input: [...chosen] },
      {
        onSuccess: () => {
          showNotice({ kind: 'success', title: t('reportStarted'), text: t('reportStartedHint') })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={t('report')}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="b" onClick={onClose}>
            {t('cancel')}
          </button>
          <Button className="b pri" off={report.isPending} aria-busy={report.isPending} onClick={send}>
            {t('makeReport')}
          </Button>
        </>
      }
    >
      <p>{t('reportHint')}</p>
      {missing && <Alert>{codeText('report-without-application')}</Alert>}
      {report.error && <Alert>{problemText(report.error)}</Alert>}
      <Choices
        chosen={chosen}
        onChoose={(next) => {
          setMissing(false)
          choose(next)
        }}
      />
    </Dialog>
  )
}
