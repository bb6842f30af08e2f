// R2.4-06, R4.6-07: all accessible applications, four in a row, to be dragged, moved by keys or by menu; or
// what was used last first.
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hub, type HubItem } from '#contract/hub.ts'
import { problemText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Alert } from '#web/ui/alert.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { inOrder, moved } from './listing.ts'
import { SortableTile } from './sortable-tile.tsx'
import { useHomeInfo, useReorder } from './use-hub.ts'
import './reorder-dialog.css'

type Moved = { readonly said: string; readonly back?: { ids: readonly number[]; id: number } }

/** The order shown, and how it got there. */
const useOrder = (apps: readonly HubItem[]) => {
  const { t } = useTranslation('hub-dialogs')
  const save = useReorder()
  const [ids, setIds] = useState(() => apps.map(({ id }) => id))
  const [{ said, back }, setMoved] = useState<Moved>({ said: '' })
  const [failure, setFailure] = useState<unknown>()
  const put = (next: readonly number[], now: Moved) => {
    setIds([...next])
    setMoved(now)
    setFailure(undefined)
    save(next, (error) => {
      setIds(ids)
      setMoved({ said: '' })
      setFailure(error)
    })
  }
  const move = (from: number, to: number) => {
    const target = Math.max(0, Math.min(ids.length - 1, to))
    const app = apps.find(({ id }) => id === ids[from])
    if (target === from || !app) return
    put(moved(ids, from, target), {
      said: t('moved', { title: app.title, position: target + 1, total: ids.length }),
      back: { ids, id: app.id },
    })
  }
  const undo = back && {
    at: ids.indexOf(back.id),
    run: () => put(back.ids, { said: t('undone') }),
  }
  return { tiles: inOrder(apps, ids), move, said, undo, failure }
}

const Failed = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('errors')
  return (
    <Alert>
      <b>{t('failedAction')}</b>
      <p>{problemText(error)}</p>
    </Alert>
  )
}

const OwnOrder = ({ apps, onDragging }: { apps: readonly HubItem[]; onDragging: (dragging: boolean) => void }) => {
  const { t } = useTranslation('hub-dialogs')
  const { tiles, move, said, undo, failure } = useOrder(apps)
  const list = useRef<HTMLOListElement>(null)
  return (
    <>
      <p className="sort-hint">{t('sortHint')}</p>
      <ol className="sort-grid" ref={list}>
        {tiles.map((app, index) => (
          <SortableTile
            key={app.id}
            app={app}
            index={index}
            total={tiles.length}
            onMove={move}
            onDragging={onDragging}
          />
        ))}
      </ol>
      <div className="sort-said">
        {failure !== undefined && <Failed error={failure} />}
        <span role="status">{said}</span>
        {undo && (
          <button
            type="button"
            className="b sm tx"
            onClick={() => {
              // It goes, and leaves the focus to the tile that it takes back.
              list.current?.querySelectorAll<HTMLElement>('.sort-grip')[undo.at]?.focus()
              undo.run()
            }}
          >
            {t('undo')}
          </button>
        )}
      </div>
    </>
  )
}

/** `stored` comes with the order that it makes: until both are there, no order is shown to be changed. */
const useRecentFirst = () => {
  const stored = useHomeInfo().data?.recentFirst ?? false
  const [wanted, want] = useState(stored)
  const write = useWrite(hub.recentFirst)
  const choose = (recentFirst: boolean) => {
    want(recentFirst)
    write.mutate({ input: { recentFirst } }, { onError: () => want(!recentFirst) })
  }
  return { wanted, choose, error: write.error, byHand: !stored && !wanted }
}

export const ReorderDialog = ({ apps, onClose }: { apps: readonly HubItem[]; onClose: () => void }) => {
  const { t } = useTranslation(['hub-dialogs', 'hub'])
  const [dragging, setDragging] = useState(false)
  const { wanted, choose, error, byHand } = useRecentFirst()
  const hint = useId()
  return (
    <WideDialog title={t('hub:sort')} width={1200} busy={dragging} onClose={onClose}>
      <div className="sort-recent">
        <label>
          <input
            type="checkbox"
            checked={wanted}
            aria-describedby={hint}
            onChange={({ target }) => choose(target.checked)}
          />
          {t('recentFirst')}
        </label>
        <small id={hint}>{t('recentHint')}</small>
        {error && <Failed error={error} />}
      </div>
      {byHand && <OwnOrder apps={apps} onDragging={setDragging} />}
    </WideDialog>
  )
}
