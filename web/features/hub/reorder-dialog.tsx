// R2.4-06, R4.6-07: all accessible applications, four in a row, to be dragged, moved by keys or by menu.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { inOrder, moved } from './listing.ts'
import { SortableTile } from './sortable-tile.tsx'
import { useReorder } from './use-hub.ts'
import './reorder-dialog.css'

/** The order shown, and how it got there. */
const useOrder = (apps: readonly HubItem[]) => {
  const { t } = useTranslation('hub')
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

export const ReorderDialog = ({ apps, onClose }: { apps: readonly HubItem[]; onClose: () => void }) => {
  const { t } = useTranslation('hub')
  const [dragging, setDragging] = useState(false)
  const { tiles, move, said, undo } = useOrder(apps)
  return (
    <WideDialog title={t('sort')} width={1200} busy={dragging} onClose={onClose}>
      <p className="sort-hint">{t('sortHint')}</p>
      <ol className="sort-grid">
        {tiles.map((app, index) => (
          <SortableTile
            key={app.id}
            app={app}
            index={index}
            total={tiles.length}
            onMove={move}
            onDragging={setDragging}
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
    </WideDialog>
  )
}
