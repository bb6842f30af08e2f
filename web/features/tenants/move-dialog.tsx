// R4.11-04: the question before a tenant gets another parent. Whoever says no, or is refused, finds the tree as it was.
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Move, useMove } from './use-move.ts'

/** The titles above a tenant, and how many are below it. */
const useStanding = (id: string) => {
  const { data } = useRead(tenants.get, { params: { id }, query: { includeHierarchy: 'true' } })
  return { above: (data?.hierarchyItems ?? []).slice(0, -1).map(({ title }) => title), parentId: data?.parentId, below: data?.descendantsCount }
}

const Card = ({ label, above, title, hint, to = false }: { label: string; above: readonly string[]; title: string; hint: string; to?: boolean }) => (
  <div className={`move-card${to ? ' to' : ''}`}>
    <p><span className="tag">{label}</span>{above.join(' › ')}</p>
    <b>{title}</b>
    <small>{hint}</small>
  </div>
)

export const MoveDialog = ({ move, onClose }: { move: Move; onClose: () => void }) => {
  const { t } = useTranslation('tenants')
  const [busy, setBusy] = useState(false)
  const run = useMove()
  const { tenant, to } = move
  const from = useStanding(tenant.id)
  const there = useStanding(to.id)
  const go = async () => {
    setBusy(true)
    await run(move, from.parentId ?? null)
    onClose()
  }
  const actions = (
    <>
      <button type="button" className="b" autoFocus disabled={busy} onClick={onClose}>{t('keepThere')}</button>
      <button type="button" className="b pri" disabled={busy || from.parentId === undefined} aria-busy={busy} onClick={() => void go()}>{t('move')}</button>
    </>
  )
  const parentTitle = from.above.at(-1) ?? t('global')
  return (
    <Dialog wide kind="alertdialog" title={t('moveTitle', { title: tenant.title })} actions={actions} onClose={busy ? undefined : onClose}>
      <p>{t('moveQuestion')} {t('moveEffect')}</p>
      <div className="move-cards">
        <Card label={t('from')} above={from.above.slice(0, -1)} title={parentTitle} hint={t('parentToday')} />
        <ArrowRight size={20} aria-hidden="true" />
        <Card to label={t('to')} above={there.above} title={to.id === globalTenant ? t('global') : to.title} hint={from.below ? t('belowMoveAlong', { count: from.below }) : t('newParent')} />
      </div>
    </Dialog>
  )
}
