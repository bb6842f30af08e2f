// /admin/rights/:id: one request, and what is done about it.
import { CalendarPlus, Hammer, Reply } from 'lucide-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rights, type RightsRequestDetail } from '#contract/rights.ts'
import { under } from '#web/lib/base.ts'
import { dayInWords } from '#web/lib/day.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { RequestedRights, Clock, Documents, History, Reply as Replied } from './request-cards.tsx'
import { WriteDrawer } from './write-drawer.tsx'
import './rights.css'

type Writing = 'extend' | 'answer'

const useMoves = ({ id, modifiedOn }: RightsRequestDetail) => {
  const { t } = useTranslation('rights')
  const [take, extend, answer] = [useWrite(rights.take), useWrite(rights.extend), useWrite(rights.answer)]
  const params = { id }
  const done = (title: string) => showNotice({ kind: 'success', title })
  return {
    busy: take.isPending || extend.isPending || answer.isPending,
    take: () =>
      void take.mutateAsync({ params, query: { modifiedOn } }).then(
        () => done(t('taken')),
        (error: unknown) => showFailure(t('errors:failedAction'), error),
      ),
    extend: async (reason: string) => {
      await extend.mutateAsync({ params, input: { modifiedOn, reason } })
      done(t('extendedDone'))
    },
    answer: async (reply: string) => {
      await answer.mutateAsync({ params, input: { modifiedOn, reply } })
      done(t('answeredDone'))
    },
  }
}

type Moves = ReturnType<typeof useMoves>

const Buttons = ({
  request,
  moves,
  onWrite,
}: {
  request: RightsRequestDetail
  moves: Moves
  onWrite: (what: Writing) => void
}) => {
  const { t } = useTranslation('rights')
  return (
    <>
      {request.extensibleTo && (
        <Button className="b" off={moves.busy} onClick={() => onWrite('extend')}>
          <CalendarPlus size={16} aria-hidden="true" />
          {t('extend')}
        </Button>
      )}
      {request.state === 'Received' && (
        <Button className="b pri" off={moves.busy} onClick={moves.take}>
          <Hammer size={16} aria-hidden="true" />
          {t('take')}
        </Button>
      )}
      {request.state === 'InWork' && (
        <Button className="b pri" off={moves.busy} onClick={() => onWrite('answer')}>
          <Reply size={16} aria-hidden="true" />
          {t('answer')}
        </Button>
      )}
    </>
  )
}

const Opened = ({ request }: { request: RightsRequestDetail }) => {
  const { t } = useTranslation('rights')
  const moves = useMoves(request)
  const [writing, write] = useState<Writing>()
  const close = () => write(undefined)
  return (
    <>
      <ContentHeader
        back={under('admin/rights')}
        title={request.fullName}
        subtitle={request.rightsToExcercise.map((name) => t(name)).join(', ')}
        actions={<Buttons request={request} moves={moves} onWrite={write} />}
      />
      <div className="rg-columns">
        <div>
          <RequestedRights request={request} />
          <Documents request={request} />
          <Replied request={request} />
        </div>
        <div>
          <Clock request={request} />
          <History request={request} />
        </div>
      </div>
      {writing === 'extend' && (
        <WriteDrawer
          name="reason"
          title={t('extend')}
          text={t('extendText', { day: dayInWords(request.extensibleTo ?? request.dueOn) })}
          ok={t('extend')}
          busy={moves.busy}
          run={moves.extend}
          onClose={close}
        />
      )}
      {writing === 'answer' && (
        <WriteDrawer
          name="reply"
          title={t('answer')}
          text={t('answerText')}
          ok={t('sendReply')}
          busy={moves.busy}
          run={moves.answer}
          onClose={close}
        />
      )}
    </>
  )
}

export const RightsRequestPage = () => {
  const { t } = useTranslation('rights')
  const { requestId = '' } = useParams({ strict: false }) as { requestId?: string }
  const request = useRead(rights.get, { params: { id: requestId } })
  const name = request.data?.fullName
  useRememberedTitle(`/admin/rights/${requestId}`, name)
  useEffect(() => {
    document.title = `${name ?? t('list')} · Portico`
  }, [name, t])
  if (request.isError) return <FailureAlert error={request.error} onRetry={() => void request.refetch()} />
  return request.data ? <Opened request={request.data} /> : null
}
