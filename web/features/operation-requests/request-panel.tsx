// One request with the evidence that an approver needs, docked beside the list or, where there is no room, over it
// (docs/ux.md, note 8). A approves, R rejects.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { operationRequests, type OperationRequest } from '#contract/operation-requests.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { labelled } from '#web/lib/labelled.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { PanelBody } from './panel-body.tsx'
import { Docked } from '#web/ui/docked.tsx'
import { PanelFoot } from './panel-foot.tsx'
import { Status } from './request-status.tsx'
import type { Decisions } from './use-decisions.tsx'

export type Notes = Readonly<Record<string, string>>

type Props = {
  id: string
  /** The rows of the list, for the way to the next one. */
  rows: readonly OperationRequest[]
  docked: boolean
  decisions: Decisions
  /** By request: what is typed for one stays while others are looked at. */
  notes: Notes
  onNotes: (change: (before: Notes) => Notes) => void
  onOpen: (id: string | undefined) => void
  onHistory: (request: OperationRequest) => void
  onEdit: ((request: OperationRequest) => void) | undefined
}

/** A link leads to requests that the page of the list does not show. */
const useRequest = (id: string) => {
  const { data, error, isPending } = useRead(operationRequests.list, { query: { filter: `id eq ${id}`, take: '1' } })
  return { request: data?.items.find((one) => one.id === id), error, isPending }
}

const verbs: Readonly<Record<string, 'approve' | 'reject'>> = { a: 'approve', r: 'reject' }
const fields = 'input:not([type=checkbox]),textarea,select,[contenteditable]'

/** Somebody types, or is asked something else. */
const isElsewhere = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest(fields) !== null) ||
  document.querySelector('dialog[open]:not(.drawer)') !== null

const useKeys = (request: OperationRequest | undefined, act: (verb: 'approve' | 'reject') => void) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const verb = verbs[event.key.toLowerCase()]
    if (!verb || !request?.canApprove || isElsewhere(event)) return
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
    <Button className="ic s" aria-label={label} data-tip={label} off={!to} onClick={() => to && onOpen(to.id)}>
      {icon}
    </Button>
  )
  return (
    <>
      {step(previous, t('previous'), <ChevronUp size={18} />)}
      {step(next, t('next'), <ChevronDown size={18} />)}
    </>
  )
}

type FrameProps = {
  docked: boolean
  /** A note is typed that goes with the drawer. Beside the list it stays. */
  dirty: boolean
  title: string
  mark: ReactNode
  steps: ReactNode
  foot: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Where there is no room beside the list, it lies over it. */
const Frame = ({ docked, dirty, title, mark, steps, foot, onClose, children }: FrameProps) => {
  const { t } = useTranslation('operation-requests')
  if (!docked)
    return (
      <Drawer
        side="right"
        width={520}
        title={t('request')}
        line={mark && <span>{mark}</span>}
        mark={steps}
        footer={foot}
        dirty={dirty}
        onClose={onClose}
      >
        <div className="rq-body">{children}</div>
      </Drawer>
    )
  return (
    <Docked
      title={title}
      head={
        <>
          <span className="rq-title">{t('request')}</span>
          {mark}
          <span className="sp" />
          {steps}
        </>
      }
      foot={foot}
      onClose={onClose}
    >
      {children}
    </Docked>
  )
}

export const RequestPanel = (props: Props) => {
  const { id, rows, docked, decisions, notes, onNotes, onOpen, onHistory, onEdit } = props
  const { t } = useTranslation('operation-requests')
  const { request, error, isPending } = useRequest(id)
  const note = notes[id] ?? ''
  const act = (verb: 'approve' | 'reject') => {
    const after = () => onNotes((before) => ({ ...before, [id]: '' }))
    if (request && !decisions.busy) decisions.ask(verb, request, { note, sure: note !== '', after })
  }
  useKeys(request, act)
  const parts = {
    title: request ? labelled(t('request'), request.displayName) : t('request'),
    mark: request && <Status status={request.status} />,
    steps: <Steps id={id} rows={rows} onOpen={onOpen} />,
    foot: request && (
      <PanelFoot
        request={request}
        note={note}
        busy={decisions.busy}
        onNote={(text) => onNotes((before) => ({ ...before, [id]: text }))}
        onAct={act}
        onCancel={() => decisions.ask('cancel', request)}
        onHistory={() => onHistory(request)}
        onEdit={onEdit && (() => onEdit(request))}
      />
    ),
    dirty: Object.values(notes).some(Boolean),
    onClose: () => {
      if (!docked) onNotes(() => ({}))
      onOpen(undefined)
    },
  }
  return (
    <Frame docked={docked} {...parts}>
      {request ? (
        <PanelBody key={id} request={request} />
      ) : (
        <p role="status">{t(error || !isPending ? 'notThere' : 'loading')}</p>
      )}
    </Frame>
  )
}
