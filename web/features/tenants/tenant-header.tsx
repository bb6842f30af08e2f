// The head of a tenant's page: title, marks, the way down to it, and what is done with it as a whole.
import { ChevronRight, Ellipsis, Fingerprint, Move, Network, Plus, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { type Tenant } from '#contract/tenant-entry.ts'
import { under } from '#web/lib/base.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useMay } from '#web/lib/use-access.ts'
import { AppLink, useGo } from '#web/ui/app-link.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { MoveToDialog } from './move-to-dialog.tsx'
import { NewTenantDialog } from './new-tenant-dialog.tsx'
import { SecondFactorQuestion } from './second-factor.tsx'
import { TenantMarks } from './tenant-marks.tsx'

const pageOf = (id: string) => under(`admin/tenants/${id}`)

const Path = ({ tenant }: { tenant: Tenant }) => {
  const { t } = useTranslation('tenants')
  const above = (tenant.hierarchyItems ?? []).slice(0, -1)
  const shown = above.length > 0 ? above : [{ id: globalTenant, title: t('global') }]
  return (
    <nav className="tenant-path" aria-label={t('under')}>
      <span aria-hidden="true">{t('under')}</span>
      {shown.map(({ id, title }, index) => (
        <Fragment key={id}>
          {index > 0 && <ChevronRight size={13} aria-hidden="true" />}
          <AppLink href={pageOf(id)}>{title}</AppLink>
        </Fragment>
      ))}
    </nav>
  )
}

type OpenDialog = 'move' | 'new' | 'delete' | 'mfa' | undefined

const useMore = (tenant: Tenant, open: (opened: OpenDialog) => void): MenuItem[] => {
  const { t } = useTranslation('tenants')
  const mayFlag = useMay(tenants.setSecondFactor)
  const flag: MenuItem = {
    id: 'mfa',
    label: t(tenant.requiredTwoModeAuthentification ? 'stopMfa' : 'requireMfa'),
    icon: <Fingerprint size={16} aria-hidden="true" />,
    run: () => open('mfa'),
  }
  return [
    { id: 'new', label: t('newBelow'), icon: <Plus size={16} aria-hidden="true" />, run: () => open('new') },
    ...(mayFlag ? [flag] : []),
    {
      id: 'delete',
      label: t('deleteTenant'),
      icon: <Trash2 size={16} aria-hidden="true" />,
      danger: true,
      divided: true,
      run: () => open('delete'),
    },
  ]
}

const Dialogs = ({ tenant, opened, onClose }: { tenant: Tenant; opened: OpenDialog; onClose: () => void }) => {
  const { t } = useTranslation('tenants')
  const go = useGo()
  const made = (child: Tenant) => {
    onClose()
    showNotice({ kind: 'success', title: t('created', { title: child.title }) })
    go(pageOf(child.id))
  }
  return (
    <>
      {opened === 'move' && <MoveToDialog tenant={tenant} onClose={onClose} />}
      {opened === 'new' && <NewTenantDialog under={tenant} onClose={onClose} onMade={made} />}
      {opened === 'mfa' && <SecondFactorQuestion tenant={tenant} onClose={onClose} />}
      {opened === 'delete' && (
        <DeleteTenant
          tenant={tenant}
          onClose={onClose}
          onDeleted={() => go(tenant.parentId ? pageOf(tenant.parentId) : under('admin/tenants'))}
        />
      )}
    </>
  )
}

type Props = {
  tenant: Tenant
  mayChange: boolean
  /** Where the tree is not beside the page. */
  onHierarchy: (() => void) | undefined
  /** The one primary button. */
  primary: ReactNode
}

export const TenantHeader = ({ tenant, mayChange, onHierarchy, primary }: Props) => {
  const { t } = useTranslation('tenants')
  const [opened, open] = useState<OpenDialog>()
  const more = useMore(tenant, open)
  const isGlobal = tenant.id === globalTenant
  return (
    <header className="tenant-head">
      <div className="tenant-head-line">
        <h1>{tenant.title}</h1>
        <div className="tenant-acts">
          {onHierarchy && (
            <button type="button" className="b" aria-haspopup="dialog" onClick={onHierarchy}>
              <Network size={16} aria-hidden="true" />
              {t('hierarchy')}
            </button>
          )}
          {mayChange && (
            <button type="button" className="b" aria-haspopup="dialog" onClick={() => open('move')}>
              <Move size={16} aria-hidden="true" />
              {t('move')}
            </button>
          )}
          {primary}
          {mayChange && (
            <Menu
              label={t('moreFor', { title: tenant.title })}
              className="b ic-b"
              trigger={<Ellipsis size={17} />}
              items={more}
            />
          )}
        </div>
      </div>
      <div className="tenant-head-line">
        {isGlobal ? <p className="mut">{t('globalHint')}</p> : <TenantMarks tenant={tenant} />}
        {!isGlobal && <Path tenant={tenant} />}
      </div>
      <Dialogs tenant={tenant} opened={opened} onClose={() => open(undefined)} />
    </header>
  )
}
