// R4.11-04: the question before a tenant gets another parent. Anyone who says no, or is refused, finds the tree as it
// was.
import { ArrowRight, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import type { Preview } from '#contract/access-preview.ts'
import { useParts } from '#web/lib/parts.tsx'
import { problemText } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { type ReviewAnswer, useReview } from '#web/lib/use-review.tsx'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Move, useMove } from './use-move.ts'

/** The titles above a tenant, and how many are below it. */
const useStanding = (id: string) => {
  const { data } = useRead(tenants.get, { params: { id }, query: { includeHierarchy: 'true' } })
  return {
    above: (data?.hierarchyItems ?? []).slice(0, -1).map(({ title }) => title),
    parentId: data?.parentId,
    below: data?.descendantsCount,
  }
}

type Standing = ReturnType<typeof useStanding>

const Card = ({
  label,
  above,
  title,
  hint,
  to = false,
}: {
  label: string
  above: readonly string[]
  title: string
  hint: string
  to?: boolean
}) => (
  <div className={`move-card${to ? ' to' : ''}`}>
    <p>
      <span className="tag">{label}</span>
      {above.join(' › ')}
    </p>
    <b>{title}</b>
    <small>{hint}</small>
  </div>
)

/** The move and its effects: made as previewed, or previewed again (docs/ux.md, note 7; docs/decisions/0027). */
const useReviewedMove = (
  move: Move,
  { before, onClose }: { before: string | null | undefined; onClose: () => void },
) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = useMove()
  const { previewOf } = useParts()
  const review = previewOf?.({
    kind: 'move',
    tenantId: move.tenant.id,
    newParentId: move.to.id === globalTenant ? null : move.to.id,
  })
  const { view, seen, ready, asReviewed } = useReview(review, { small: false })
  const go = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await asReviewed((stamp) => run(move, before ?? null, stamp))
      onClose()
    } catch (error) {
      setFailure(problemText(error))
      setBusy(false)
    }
  }
  return { view, seen, go, busy, failure, ready: before !== undefined && ready }
}

/** The verb, with what it comes to as soon as that is known. */
const useVerb = (seen: ReviewAnswer<Preview>) => {
  const { t } = useTranslation('tenants')
  if (seen === undefined || seen === 'refused') return t('move')
  const { losing, gaining } = seen.summary
  return losing.roles + gaining.roles > 0 ? t('moveAndApply', { count: losing.roles + gaining.roles }) : t('move')
}

const Cards = ({ from, to, title }: { from: Standing; to: Standing; title: string }) => {
  const { t } = useTranslation('tenants')
  return (
    <div className="move-cards">
      <Card
        label={t('from')}
        above={from.above.slice(0, -1)}
        title={from.above.at(-1) ?? t('global')}
        hint={t('parentToday')}
      />
      <ArrowRight size={20} aria-hidden="true" />
      <Card
        to
        label={t('to')}
        above={to.above}
        title={title}
        hint={from.below ? t('belowMoveAlong', { count: from.below }) : t('newParent')}
      />
    </div>
  )
}

export const MoveDialog = ({ move, onClose }: { move: Move; onClose: () => void }) => {
  const { t } = useTranslation('tenants')
  const { tenant, to } = move
  const from = useStanding(tenant.id)
  const there = useStanding(to.id)
  const { view, seen, go, busy, failure, ready } = useReviewedMove(move, { before: from.parentId, onClose })
  const verb = useVerb(seen)
  const actions = (
    <>
      {seen && (
        <p className="move-undo">
          <Undo2 size={16} aria-hidden="true" />
          <span>
            <b>{t('canUndo')}</b> {t('canUndoWhy')}
          </span>
        </p>
      )}
      <Button className="b" autoFocus off={busy} onClick={onClose}>
        {t('keepThere')}
      </Button>
      <Button className="b pri" off={busy || !ready} aria-busy={busy} onClick={() => void go()}>
        {verb}
      </Button>
    </>
  )
  return (
    <Dialog
      wide
      kind="alertdialog"
      title={t('moveTitle', { title: tenant.title })}
      actions={actions}
      onClose={busy ? undefined : onClose}
    >
      <p>
        {t('moveQuestion')} {t('moveEffect')}
      </p>
      <Cards from={from} to={there} title={to.id === globalTenant ? t('global') : to.title} />
      {view}
      {failure && (
        <Alert>
          <p>{failure}</p>
        </Alert>
      )}
    </Dialog>
  )
}
