// The last moves of a tenant: from where to where, by whom, when; the newest is undone from here.
import { useTranslation } from 'react-i18next'
import { accessHistory, type TenantMove } from '#contract/access-history.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { whoMark, WithWho } from './change-line.tsx'
import { ChangeList } from './change-list.tsx'
import { useUndo } from './use-undo.ts'
import './access-history.css'

const newest = '3'

const Words = ({ move: { by, from, to } }: { move: TenantMove }) => {
  const { t } = useTranslation('access-history')
  return (
    <WithWho words={t('movedBy', { from: from?.name ?? t('top'), to: to?.name ?? t('top'), who: whoMark })} by={by} />
  )
}

const Listed = ({ tenantId }: { tenantId: string }) => {
  const { t } = useTranslation('access-history')
  const undo = useUndo(undefined)
  const { data } = useRead(accessHistory.moves, { query: { tenantId, skip: '0', take: newest } }, { previous: true })
  if (!data || data.items.length === 0) return null
  return (
    <ChangeList
      id="last-moves"
      title={t('lastMoves')}
      className="card last moves"
      page={data}
      undo={undo}
      line={(move) => <Words move={move} />}
    />
  )
}

/** For those who may move. */
export const LastMoves = (props: { tenantId: string }) => (useMay(accessHistory.moves) ? <Listed {...props} /> : null)
