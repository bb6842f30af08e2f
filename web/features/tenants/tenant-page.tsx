// R2.5-41: one tenant beside the tree, with its general properties and its members.
import { useParams } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { members as membersOf } from '#contract/members.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { type Tenant } from '#contract/tenant-entry.ts'
import { useAsOf, useBackToToday } from '#web/lib/as-of.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { EntityPage } from '#web/ui/entity-page.tsx'
import { PastBanner } from '#web/ui/past-banner.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { useTab } from '#web/ui/use-tab.ts'
import { type Editing, GeneralTab } from './general-tab.tsx'
import { HierarchyDrawer } from './hierarchy-drawer.tsx'
import { useStoredTenantForm } from './tenant-form.ts'
import { TenantHeader } from './tenant-header.tsx'
import { TreePanel } from './tree/tree-panel.tsx'
import './tenants.css'

/** What another feature adds to the page; put together in web/app. */
export type TenantParts = {
  readonly members?: { readonly panel: (tenant: Tenant) => ReactNode; readonly add: (tenant: Tenant) => ReactNode }
}

/** The form outlives its tab; what somebody else changed shows where nothing was typed. */
const useEditing = (tenant: Tenant): Editing => {
  const save = useWrite(tenants.save)
  const form = useStoredTenantForm(tenant, save.isPending)
  const [on, turn] = useState(false)
  return { form, save, on, begin: () => turn(true), end: () => turn(false) }
}

const Opened = ({
  tenant,
  parts,
  onHierarchy,
}: {
  tenant: Tenant
  parts: TenantParts
  onHierarchy: (() => void) | undefined
}) => {
  const { t } = useTranslation('tenants')
  const { tab, choose } = useTab('general')
  const editing = useEditing(tenant)
  const maySave = useMay(tenants.save)
  const asOf = useAsOf()
  const isPast = asOf !== undefined
  const back = useBackToToday()
  const mayChange = tenant.id !== globalTenant && maySave && !isPast
  //
  const seesMembers = useMay(membersOf.list)
  const members = seesMembers ? parts.members : undefined
  const tabs: Tab[] = [
    { id: 'general', label: t('general'), panel: <GeneralTab tenant={tenant} editing={editing} mayEdit={mayChange} /> },
    ...(members
      ? [
          {
            id: 'members',
            label: t('members'),
            // Today's.
            ...(!isPast && { count: tenant.membersCount }),
            panel: members.panel(tenant),
          },
        ]
      : []),
  ]
  return (
    <>
      <TenantHeader
        tenant={tenant}
        mayChange={mayChange}
        onHierarchy={onHierarchy}
        primary={editing.on || isPast ? undefined : members?.add(tenant)}
      />
      {asOf && <PastBanner day={asOf} text={(day) => t('shownAsOf', { day })} onBack={back} />}
      <Tabs label={tenant.title} tabs={tabs} chosen={tab} onChoose={choose} />
      <UnsavedGuard of="page" unsaved={() => editing.on && editing.form.changed.length > 0} />
    </>
  )
}

const Main = ({
  id,
  parts,
  onHierarchy,
}: {
  id: string
  parts: TenantParts
  onHierarchy: (() => void) | undefined
}) => {
  const { t } = useTranslation('tenants')
  const read = useRead(tenants.get, { params: { id }, query: { includeHierarchy: 'true' } })
  return (
    <EntityPage
      read={read}
      entity={read.data}
      nameOf={(tenant) => tenant.title}
      list="admin/tenants"
      id={id}
      title={t('title')}
      loading={t('loading')}
    >
      {(tenant) => <Opened tenant={tenant} parts={parts} onHierarchy={onHierarchy} />}
    </EntityPage>
  )
}

/** Below that the tree would leave the page too little room. */
const roomy = matchMedia('(min-width: 1100px)')
const listen = (listener: () => void) => {
  roomy.addEventListener('change', listener)
  return () => roomy.removeEventListener('change', listener)
}

const folded = 'portico.tenants.folded'

const useFolded = () => {
  const [is, set] = useState(() => localStorage.getItem(folded) === 'yes')
  const fold = (next: boolean) => {
    localStorage.setItem(folded, next ? 'yes' : 'no')
    set(next)
  }
  return [is, fold] as const
}

export const TenantPage = ({ parts = {} }: { parts?: TenantParts }) => {
  const { t } = useTranslation('tenants')
  const { tenantId = '' } = useParams({ strict: false }) as { tenantId?: string }
  const docked = useSyncExternalStore(listen, () => roomy.matches)
  const [isFolded, fold] = useFolded()
  const [drawer, setDrawer] = useState(false)
  const hide = (
    <button
      type="button"
      className="ic s"
      aria-label={t('foldPanel')}
      data-tip={t('foldPanel')}
      onClick={() => fold(true)}
    >
      <PanelLeftClose size={16} />
    </button>
  )
  const show = (
    <div className="tree-folded">
      <button
        type="button"
        className="ic"
        aria-label={t('unfoldPanel')}
        data-tip={t('unfoldPanel')}
        onClick={() => fold(false)}
      >
        <PanelLeftOpen size={18} />
      </button>
    </div>
  )
  return (
    <div className={`tenant-page${docked ? (isFolded ? ' folded' : '') : ' narrow'}`}>
      {docked &&
        (isFolded ? (
          show
        ) : (
          <aside>
            <TreePanel current={tenantId} fold={hide} />
          </aside>
        ))}
      <div className="tenant-main">
        <Main key={tenantId} id={tenantId} parts={parts} onHierarchy={docked ? undefined : () => setDrawer(true)} />
      </div>
      {drawer && !docked && <HierarchyDrawer side="left" current={tenantId} onClose={() => setDrawer(false)} />}
    </div>
  )
}
