// The hierarchy beside a tenant, or in the drawer of the list: R2.5-40, R2.5-41 and docs/ux.md, note 3 on
// tenants and access.
import { Building2, ChevronsDownUp, Crosshair } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantBranch } from '#contract/tenant-tree.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { under } from '#web/lib/base.ts'
import { useAsOf } from '#web/lib/as-of.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { MoveDialog } from '../move-dialog.tsx'
import { MoveToDialog } from '../move-to-dialog.tsx'
import { TreeLine } from './tree-row.tsx'
import { useTree } from './use-tree.ts'
import { TreeSearch } from './tree-search.tsx'
import './tree.css'

type Props = {
  /** Of the page beside it. */
  current?: string
  /** In a drawer, which has the title already. */
  bare?: boolean
  /** Behind the buttons of the head. */
  fold?: ReactNode
  onOpened?: () => void
}

type TenantDrag = { tenant: TenantBranch; to?: TenantBranch } | undefined

const Total = () => {
  const { t, i18n } = useTranslation('tenants')
  const count = useRead(tenants.list, { query: { take: '0' } }, { previous: true }).data?.count
  return count === undefined ? null : (
    <span>{t('tenantCount', { count, number: count.toLocaleString(localeOf(i18n.language)) })}</span>
  )
}

/** What is dragged, or chosen by its keys, and the questions that follow. */
const useMoving = () => {
  const [moving, move] = useState<TenantDrag>()
  const end = () => move(undefined)
  const { tenant, to } = moving ?? {}
  return {
    move,
    tentative: tenant && to && { tenant, to: to.id },
    dialog:
      tenant &&
      (to ? <MoveDialog move={{ tenant, to }} onClose={end} /> : <MoveToDialog tenant={tenant} onClose={end} />),
  }
}

const Foot = ({ movable }: { movable: boolean }) => {
  const { t } = useTranslation('tenants')
  return (
    <footer>
      <Building2 size={15} aria-hidden="true" />
      <Total />
      <span className="sp" />
      {movable && <span className="mut">{t('dragHint')}</span>}
    </footer>
  )
}

const Head = ({
  bare,
  onLocate,
  onCollapse,
  fold,
}: {
  bare: boolean
  onLocate: (() => void) | undefined
  onCollapse: () => void
  fold: ReactNode
}) => {
  const { t } = useTranslation('tenants')
  return (
    <header>
      {!bare && <h2>{t('hierarchy')}</h2>}
      <span className="sp" />
      {onLocate && (
        <button type="button" className="ic s" aria-label={t('locate')} data-tip={t('locate')} onClick={onLocate}>
          <Crosshair size={16} />
        </button>
      )}
      <button
        type="button"
        className="ic s"
        aria-label={t('collapseAll')}
        data-tip={t('collapseAll')}
        onClick={onCollapse}
      >
        <ChevronsDownUp size={16} />
      </button>
      {fold}
    </header>
  )
}

export const TreePanel = ({ current, bare = false, fold, onOpened }: Props) => {
  const { t } = useTranslation('tenants')
  const go = useGo()
  const list = useRef<HTMLUListElement>(null)
  const mayMove = useMay(tenants.changeParent)
  const movable = useAsOf() === undefined && mayMove
  const { move, tentative, dialog } = useMoving()
  const open = ({ id }: { id: string }) => {
    go(under(`admin/tenants/${id}`))
    onOpened?.()
  }
  const tree = useTree(list, {
    current,
    moving: tentative,
    onOpen: open,
    onMove: movable ? (tenant) => move({ tenant }) : undefined,
  })
  const drop = (tenant: TenantBranch, to: TenantBranch) => {
    if ((tenant.parentId ?? globalTenant) === to.id) return
    tree.reveal([to.id])
    move({ tenant, to })
  }
  return (
    <section className="tree" aria-label={t('hierarchy')}>
      <Head
        bare={bare}
        fold={fold}
        onCollapse={tree.close}
        onLocate={current === undefined ? undefined : tree.locate}
      />
      <TreeSearch onFound={(id) => (current === undefined ? tree.find(id) : open({ id }))} />
      {/* The lines walk with the keys that come up to here. */}
      <ul
        ref={list}
        role="tree"
        aria-label={t('hierarchy')}
        aria-keyshortcuts={movable ? 'Alt+M' : undefined}
        onKeyDown={tree.press}
      >
        {tree.rows.map((row) => (
          <li key={row.key} role="none" aria-hidden={row.kind === 'reading' || undefined}>
            <TreeLine
              row={row}
              current={row.key === current}
              focused={row.key === tree.focused}
              movable={movable}
              onAct={tree.act}
              onToggle={tree.toggle}
              onFocus={tree.stay}
              onDrop={drop}
            />
          </li>
        ))}
      </ul>
      <Foot movable={movable} />
      {dialog}
    </section>
  )
}
