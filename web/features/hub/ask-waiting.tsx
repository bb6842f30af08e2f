// Where the request of the reader stands.
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessRequests, type RequestableTenant } from '#contract/access-requests.ts'
import { operationRequests } from '#contract/operation-requests.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showNotice } from '#web/lib/notices.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { resourceOf, useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { tip } from '#web/ui/tip.tsx'

const useCancel = (id: string) => {
  const { t } = useTranslation('hub-dialogs')
  const answers = useQueryClient()
  const cancel = useWrite(operationRequests.cancel)
  return async () => {
    await cancel.mutateAsync({ params: { id }, input: { OperationRequestId: id } })
    showNotice({ kind: 'success', title: t('cancelled') })
    await answers.invalidateQueries({ queryKey: [resourceOf(accessRequests.options)] })
  }
}

const Cancel = ({ id, tenantName }: { id: string; tenantName: string }) => {
  const { t } = useTranslation('hub-dialogs')
  const [asking, ask] = useState(false)
  const cancel = useCancel(id)
  return (
    <>
      <button type="button" className="b sm" onClick={() => ask(true)}>
        {t('cancel')}
      </button>
      {asking && (
        <Confirm
          danger
          title={t('cancelTitle')}
          body={t('cancelText', { tenant: tenantName })}
          ok={t('cancel')}
          keep={t('keep')}
          run={cancel}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

export const AskWaiting = ({ tenant: { tenantName, waiting } }: { tenant: RequestableTenant }) => {
  const { t } = useTranslation('hub-dialogs')
  if (!waiting) return null
  const { id, since, isMine } = waiting
  return (
    <div className="ask-waiting" role="status">
      <Hourglass size={18} aria-hidden="true" />
      <p>
        <b>{t(isMine ? 'waits' : 'waitsOfOther')}</b>
        <time dateTime={since} {...tip(formatMoment(since))}>
          {t('since', { when: relativeTime(since) })}
        </time>
      </p>
      {isMine && <Cancel id={id} tenantName={tenantName} />}
    </div>
  )
}
