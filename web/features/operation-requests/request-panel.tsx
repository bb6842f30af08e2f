// One request with the evidence that an approver needs, docked beside the list or, where there is no room, over it
// (docs/ux.md, note 8). A approves, R rejects.
import { ChevronDown, ChevronUp, ShieldAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationRequests, type OperationRequest } from '#contract/operation-requests.ts'
import { requestReview } from '#contract/request-review.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Approvers, ColleaguesPart, RequestedPart, TodayPart } from './evidence.tsx'
import { Changes } from './changes.tsx'
import { PanelFoot } from './panel-foot.tsx'
import { Status } from './request-status.tsx'
import { When } from './request-columns.tsx'
import type { Decisions } from './use-decisions.tsx'

type Props = {
  id: string
  /** The rows of the list, for the way to the next one. */
  rows: readonly OperationRequest[]
  docked: boolean
  decisions: Decisions
  onOpen: (id: string | undefined) => void
  onHistory: (request: OperationRequest) => void
  onEdit: ((request: OperationRequest) => void) | undefined
}

/** A link leads to requests that the page of the list does not show. */
const useRequest = (id: string) => {
  const { data, error, isPending } = useRead(operationRequests.list, { query: { filter: `id eq ${id}`, take: '1' } })
  return { request: data?.items.find((one) => one.id === id), error, isPending }
}

const Head = ({ request }: { request: OperationRequest }) => {
  const { t } = useTranslation('operation-requests')
  const { data } = useRead(requestReview.evidence, { params: { id: request.id } })
  const { displayName, email, createdByDisplayName: name, tenantName: tenant, createdOn } = request
  const group = data?.people !== null && data?.people !== undefined
  const line = [group ? t('group') : email, group ? t('people', { count: data.people ?? 0 }) : data?.jobTitle]
  const [before = '', after = ''] = t('askedBy', { name, tenant, when: '\u0000' }).split('\u0000')
  return (
    <div className="rq-head">
      <div className="rq-subject">
        <Avatar email={email ?? ''} name={displayName} size={46} soft />
        <div>
          <h2>{displayName}</h2>
          <p className="mut">{line.filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <p>
        {before}
        <When moment={createdOn} />
        {after}
      </p>
      {request.note && (
        <blockquote className="rq-note" aria-label={t('note')}>
          {request.note}
        </blockquote>
      )}
      {request.reason && (
        <p className="mut">
          {t('reason')}: {request.reason}
        </p>
      )}
    </div>
  )
}

const Body = ({ request }: { request: OperationRequest }) => {
  const { t } = useTranslation('operation-requests')
  const { data, error, refetch } = useRead(requestReview.evidence, { params: { id: request.id } })
  const waits = request.status === 'WaitingForApprover'
  return (
    <>
      <Head request={request} />
      {request.external && waits && (
        <div className="rq-external">
          <ShieldAlert size={18} aria-hidden="true" />
          <p>
            <b>{t('externalMark')}</b> {t('externalText')}
          </p>
        </div>
      )}
      {waits ? (
        <Changes id={request.id} title={t('whatChanges')} evidence={data} />
      ) : (
        data && <RequestedPart evidence={data} />
      )}
      {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data?.isInheritable && waits && <p className="rq-inherits">{t('inherits', { tenant: request.tenantName })}</p>}
      {data && <TodayPart name={request.displayName} evidence={data} />}
      {data?.colleagues && <ColleaguesPart colleagues={data.colleagues} />}
      {waits && <Approvers request={request} />}
    </>
  )
}

/** Unless somebody types, or is asked something else. */
const useKeys = (request: OperationRequest | undefined, act: (verb: 'approve' | 'reject') => void) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const verb = ({ a: 'approve', r: 'reject' } as const)[event.key.toLowerCase()]
    const typing = (event.target as HTMLElement).closest?.(
      'input:not([type=checkbox]),textarea,select,[contenteditable]',
    )
    if (!verb || !request?.canApprove || typing || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('dialog[open]:not(.drawer)')) return
    event.preventDefault()
    act(verb)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

const Steps = ({ id, rows, onOpen }: Pick<Props, 'id' | 'rows' | 'onOpen'>) => {
  const { t } = useTranslation('operation-requests')
  const at = rows.findIndex((row) => row.id === id)
  const [previous, next] = [at > 0 ? rows[at - 1] : undefined, at >= 0 ? rows[at + 1] : undefined]
  const step = (to: OperationRequest | undefined, label: string, icon: ReactNode) => (
    <button
      type="button"
      className="ic s"
      aria-label={label}
      title={label}
      disabled={!to}
      onClick={() => to && onOpen(to.id)}
    >
      {icon}
    </button>
  )
  return (
    <>
      {step(previous, t('previous'), <ChevronUp size={18} />)}
      {step(next, t('next'), <ChevronDown size={18} />)}
    </>
  )
}

/** Beside the list: a part of the page, which takes the focus when it opens and Escape closes. */
const Docked = ({ title, head, foot, onClose, children }: DockedProps) => {
  const { t } = useTranslation('operation-requests')
  const panel = useRef<HTMLElement>(null)
  const closing = useEffectEvent(onClose)
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && panel.current?.contains(document.activeElement)) closing()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <aside ref={panel} className="rq-panel card" aria-label={title}>
      <header>
        {head}
        <button type="button" className="ic s" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <X size={18} />
        </button>
      </header>
      <div className="rq-body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </aside>
  )
}
type DockedProps = { title: string; head: ReactNode; foot: ReactNode; onClose: () => void; children: ReactNode }

export const RequestPanel = ({ id, rows, docked, decisions, onOpen, onHistory, onEdit }: Props) => {
  const { t } = useTranslation('operation-requests')
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const { request, error, isPending } = useRequest(id)
  const note = notes[id] ?? ''
  const act = (verb: 'approve' | 'reject') => {
    if (request && !decisions.busy) decisions.ask(verb, request, { note, sure: note !== '' })
  }
  useKeys(request, act)
  const close = () => onOpen(undefined)
  const title = request ? `${t('request')}: ${request.displayName}` : t('request')
  const steps = <Steps id={id} rows={rows} onOpen={onOpen} />
  const content = request ? (
    <Body key={id} request={request} />
  ) : (
    <p role="status">{error || !isPending ? t('notThere') : t('loading')}</p>
  )
  const foot = request && (
    <PanelFoot
      request={request}
      note={note}
      busy={decisions.busy}
      onNote={(text) => setNotes({ ...notes, [id]: text })}
      onAct={act}
      onCancel={() => decisions.ask('cancel', request)}
      onHistory={() => onHistory(request)}
      onEdit={onEdit && (() => onEdit(request))}
    />
  )
  const mark = request && <Status status={request.status} />
  if (!docked)
    return (
      <Drawer
        side="right"
        width={520}
        title={t('request')}
        mark={
          <>
            {mark}
            {steps}
          </>
        }
        footer={foot}
        onClose={close}
      >
        <div className="rq-body">{content}</div>
      </Drawer>
    )
  const head = (
    <>
      <span className="rq-title">{t('request')}</span>
      {mark}
      <span className="sp" />
      {steps}
    </>
  )
  return (
    <Docked title={title} head={head} foot={foot} onClose={close}>
      {content}
    </Docked>
  )
}
