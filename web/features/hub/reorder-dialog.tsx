// R2.4-06, R4.6-07: all accessible applications, four in a row, to be dragged, moved by keys or by menu; or
// what was used last first.
import i18next from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hub, type HubItem } from '#contract/hub.ts'
import { showFailure } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { inOrder, moved } from './listing.ts'
import { SortableTile } from './sortable-tile.tsx'
import { useHomeInfo, useReorder } from './use-hub.ts'
import './reorder-dialog.css'

/** The order shown, and how it got there. */
const useOrder = (apps: readonly HubItem[]) => {
  const { t } = useTranslation('hub-dialogs')
  const save = useReorder()
  const [ids, setIds] = useState(() => apps.map(({ id }) => id))
  const [said, setSaid] = useState('')
  const [before, setBefore] = useState<readonly number[]>()
  const put = (next: readonly number[]) => {
    setIds([...next])
    save(next, () => setIds(ids))
  }
  const move = (from: number, to: number) => {
    const target = Math.max(0, Math.min(ids.length - 1, to))
    const app = apps.find(({ id }) => id === ids[from])
    if (target === from || !app) return
    setBefore(ids)
    setSaid(t('moved', { title: app.title, position: target + 1, total: ids.length }))
    put(moved(ids, from, target))
  }
  const undo = () => {
    if (!before) return
    put(before)
    setBefore(undefined)
    setSaid(t('undone'))
  }
  return { tiles: inOrder(apps, ids), move, said, undo: before && undo }
}

const OwnOrder = ({ apps, onDragging }: { apps: readonly HubItem[]; onDragging: (dragging: boolean) => void }) => {
  const { t } = useTranslation('hub-dialogs')
  const { tiles, move, said, undo } = useOrder(apps)
  return (
    <>
      <p className="sort-hint">{t('sortHint')}</p>
      <ol className="sort-grid">
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
      <p className="sort-said">
        <span role="status">{said}</span>
        {undo && (
          <button type="button" className="b sm tx" onClick={undo}>
            {t('undo')}
          </button>
        )}
      </p>
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
    const onError = (error: unknown) => {
      want(!recentFirst)
      showFailure(i18next.t('errors:failedAction'), error)
    }
    write.mutate({ input: { recentFirst } }, { onError })
  }
  return { wanted, choose, byHand: !stored && !wanted }
}

export const ReorderDialog = ({ apps, onClose }: { apps: readonly HubItem[]; onClose: () => void }) => {
  const { t } = useTranslation(['hub-dialogs', 'hub'])
  const [dragging, setDragging] = useState(false)
  const { wanted, choose, byHand } = useRecentFirst()
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
      </div>
      {byHand && <OwnOrder apps={apps} onDragging={setDragging} />}
    </WideDialog>
  )
}
