// One log: its list, and beside it, or over it where there is no room, the entry that is open. Which one is stands in
// the address; the arrow keys walk from one to the next.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Docked } from '#web/ui/docked.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { WithDates } from '#web/ui/with-dates.tsx'
import { Moment } from './cells.tsx'

/** What the panel shows of an entry. */
export type Panel = {
  readonly title: string
  /** When it was. */
  readonly at?: string | undefined
  /** Beside that. */
  readonly tool?: ReactNode
  readonly body: ReactNode
  readonly foot?: ReactNode
}

/** Where in the head of the page the log that is shown has its Export. */
export const LogHead = createContext<HTMLElement | null>(null)

type Props<Row> = {
  list: Omit<ListDef<Row>, 'embedded' | 'exportIn' | 'current' | 'onOpen' | 'onRows' | 'note'>
  /** A component: it may ask the server. */
  Entry: (props: { id: string; row: Row | undefined; frame: (panel: Panel) => ReactNode }) => ReactNode
}

const useOpened = () => {
  const { entry } = useSearch({ strict: false }) as { entry?: string | number }
  const navigate = useNavigate()
  const open = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, entry: id })) as never,
      replace: entry !== undefined,
      resetScroll: false,
    })
  return { entry: entry === undefined ? undefined : String(entry), open }
}

const SearchedBackTo = ({ answer }: { answer: unknown }) => {
  const { t } = useTranslation('logs')
  const { searchedBackTo } = (answer ?? {}) as { searchedBackTo?: string | null }
  if (!searchedBackTo) return null
  return (
    <p className="lg-note" role="status">
      <WithDates text={t('searchedBackTo', { date: formatMoment(searchedBackTo) })} />
    </p>
  )
}

const Steps = ({ step }: { step: (by: 1 | -1) => (() => void) | undefined }) => {
  const { t } = useTranslation('logs')
  const button = (by: 1 | -1, label: string, icon: ReactNode) => (
    <Button className="ic s" aria-label={label} data-tip={label} off={!step(by)} onClick={step(by)}>
      {icon}
    </Button>
  )
  return (
    <>
      {button(-1, t('previous'), <ChevronUp size={18} />)}
      {button(1, t('next'), <ChevronDown size={18} />)}
    </>
  )
}

const walks: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }
const elsewhere = 'input,select,textarea,pre,[role=listbox],[role=menu],.pop-panel,dialog:not(.drawer)'

/** While an entry is open, wherever the focus is, unless the keys mean something there. */
const useWalk = (step: ((by: 1 | -1) => (() => void) | undefined) | undefined) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = walks[event.key]
    if (!by || !step || (event.target instanceof Element && event.target.closest(elsewhere))) return
    event.preventDefault()
    step(by)?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

export const LogList = <Row,>({ list, Entry }: Props<Row>) => {
  const { t } = useTranslation('logs')
  const { entry, open } = useOpened()
  const [rows, setRows] = useState<readonly Row[]>([])
  const docked = useWide() && entry !== undefined
  const at = rows.findIndex((row) => list.rowKey(row) === entry)
  const step = (by: 1 | -1) => {
    const to = at >= 0 ? rows[at + by] : undefined
    return to && (() => open(list.rowKey(to)))
  }
  useWalk(entry === undefined ? undefined : step)
  const frame = ({ title, at: moment, tool, body, foot }: Panel) =>
    docked ? (
      <Docked
        title={t('entry', { title })}
        head={
          <>
            <div className="lg-title">
              <h2>{title}</h2>
              {moment && <Moment at={moment} />}
              {tool}
            </div>
            <Steps step={step} />
          </>
        }
        foot={foot}
        onClose={() => open(undefined)}
      >
        {body}
      </Docked>
    ) : (
      <Drawer
        side="right"
        width={520}
        title={title}
        line={moment && <Moment at={moment} />}
        mark={<Steps step={step} />}
        footer={foot}
        onClose={() => open(undefined)}
      >
        <div className="lg-over">{body}</div>
      </Drawer>
    )
  const shown: ListDef<Row> = {
    ...list,
    embedded: 'sole',
    exportIn: use(LogHead),
    stacks: true,
    orderBy: 'heads',
    current: entry,
    onOpen: (row) => open(list.rowKey(row)),
    onRows: setRows,
    note: (answer) => <SearchedBackTo answer={answer} />,
  }
  return (
    <div className={`lg${docked ? ' docked' : ''}`}>
      <EntityTable list={shown} />
      {entry !== undefined && <Entry id={entry} row={rows[at]} frame={frame} />}
    </div>
  )
}
