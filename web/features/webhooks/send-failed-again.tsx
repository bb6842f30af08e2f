// A receiver that was away is sent everything that it missed: after a question, with the number.
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'

/** Only how many there are. */
const failed = { filter: "state eq 'failed'", take: '1' }

const Question = ({ id, count, onClose }: { id: string; count: number; onClose: () => void }) => {
  const { t } = useTranslation('webhooks')
  const again = useWrite(webhooks.sendFailedAgain)
  return (
    <Confirm
      title={t('allAgainTitle', { count })}
      body={t('allAgainText')}
      ok={t('allAgainOk')}
      run={async () => {
        const { sent, left } = await again.mutateAsync({ params: { id }, input: {} })
        showNotice({
          kind: 'success',
          title: t('allAgainDone', { count: sent }),
          ...(left > 0 && { text: t('allAgainLeft', { count: left }) }),
        })
      }}
      onClose={onClose}
    />
  )
}

/** `every`: how often what waits is looked at, in milliseconds. */
export const SendFailedAgain = ({ webhook: { id, enabled }, every }: { webhook: Webhook; every: number }) => {
  const { t } = useTranslation('webhooks')
  const may = useMay(webhooks.sendFailedAgain)
  const [asking, setAsking] = useState(false)
  const { data } = useRead(webhooks.deliveries, { params: { id }, query: failed }, { every, previous: true })
  const count = data?.count ?? 0
  if (!may || (count === 0 && !asking)) return null
  return (
    <>
      <ReasonedButton className="b" reason={enabled ? undefined : t('disabled')} onClick={() => setAsking(true)}>
        <RotateCcw size={16} aria-hidden="true" />
        {t('allAgain', { count })}
      </ReasonedButton>
      {asking && <Question id={id} count={count} onClose={() => setAsking(false)} />}
    </>
  )
}
