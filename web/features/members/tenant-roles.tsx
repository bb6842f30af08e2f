// Of one user: the tenants where they stand, each with the role editor behind it; another tenant; and the end of all of
// it (R2.5-31, R8.5-01).
import { PenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permissions } from '#contract/permissions.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { type Notice, showNotice } from '#web/lib/notices.ts'
import { useMayCall, usePolicy } from '#web/lib/use-access.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { labelled } from '#web/lib/labelled.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TenantMark } from '#web/ui/tenant-mark.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { toUserMessage } from './refusal.ts'
import { RoleEditor } from './role-editor.tsx'
import { type Identity, type Tenant } from './rules.ts'
import { type ChosenTenant, TenantChooser } from './tenant-chooser.tsx'
import { useForgotten } from './use-role-writes.ts'
import './members.css'

type Props = { identity: Identity; onClose: () => void }

/** "Add tenant roles": a tenant, then the editor. */
export const AddTenantRoles = ({ identity, onClose }: Props) => {
  const { t } = useTranslation('members')
  const [tenant, open] = useState<Tenant>()
  const { values, set, send, errorOf, changed } = useForm<{ tenantId: ChosenTenant | undefined }>(
    { tenantId: undefined },
    ({ tenantId }) => ({ tenantId: tenantId ? undefined : t('tenantRequired') }),
  )
  const chosen = values.tenantId
  if (tenant) return <RoleEditor base="admin" identity={identity} tenant={tenant} onClose={onClose} />
  const submit = send(async () => {
    if (chosen) open({ id: chosen.id, title: chosen.title })
  })
  return (
    <FormDialog
      title={t('addTenantRolesOf', { name: identity.displayName })}
      width={520}
      form={{ changed, failure: undefined }}
      className="member-dialog"
      verb={t('chooseRoles')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TenantChooser chosen={chosen} error={errorOf('tenantId')} onChoose={(found) => set('tenantId', found)} />
    </FormDialog>
  )
}

/** Said inside the dialog, which stays open: a notice would lie below it. */
type RemovalNotice = { readonly title: string; readonly action: NonNullable<Notice['action']> }

const WayBack = ({ removed: { title, action }, onTaken }: { removed: RemovalNotice; onTaken: () => void }) => (
  <p className="note way-back" role="status">
    {title}
    <button
      type="button"
      className="b sm"
      onClick={() => {
        onTaken()
        action.run()
      }}
    >
      {action.label}
    </button>
  </p>
)

/** At all current tenants; Global only by name. */
const RemoveAll = ({ identity, onClose, onRemoved }: Props & { onRemoved: (removed: RemovalNotice) => void }) => {
  const { t } = useTranslation('members')
  const remove = useWrite(permissions.remove)
  const forget = useForgotten()
  const { previewOf, undoLeaving } = useParts()
  const run = async (seen: string | undefined) => {
    const { removed } = await toUserMessage(
      remove.mutateAsync({ params: { identityId: identity.id }, input: [], seen }),
    )
    forget()
    const title = t('removedAll', { count: removed })
    const action = undoLeaving?.({ identityId: identity.id, removed })
    if (action) onRemoved({ title, action })
    else showNotice({ kind: 'success', title })
  }
  return (
    <Confirm
      title={t('removeAllQuestion')}
      body={t('removeAllBody', { name: identity.displayName })}
      ok={t('removeAllOk')}
      keep={t('keepAccess')}
      danger
      review={previewOf?.({ kind: 'leaveTenants', identityId: identity.id })}
      run={run}
      onClose={onClose}
    />
  )
}

const Line = ({ tenant, onEdit }: { tenant: Tenant; onEdit: () => void }) => {
  const { t } = useTranslation('members')
  return (
    <li>
      <TenantMark global={tenant.id === globalTenant} />
      <b>{tenant.title}</b>
      <button type="button" className="b sm" aria-label={labelled(t('editRoles'), tenant.title)} onClick={onEdit}>
        <PenLine size={14} aria-hidden="true" />
        {t('editRoles')}
      </button>
    </li>
  )
}

const usePlaces = (identity: Identity) => {
  const { t } = useTranslation('members')
  const seesGlobal = usePolicy('seesGlobalTenant')
  const user = useRead(users.get, { params: { id: identity.id } })
  const own = user.data?.tenants ?? []
  const global =
    seesGlobal && user.data?.roles.some(({ isGlobal }) => isGlobal) ? [{ id: globalTenant, title: t('global') }] : []
  return { user, own, all: [...global, ...own] }
}

type OpenDialog = { what: 'tenant'; tenant: Tenant } | { what: 'add' | 'removeAll' } | undefined

const Places = ({
  places: { user, own, all },
  open,
}: {
  places: ReturnType<typeof usePlaces>
  open: (opened: OpenDialog) => void
}) => {
  const { t } = useTranslation('members')
  const mayCall = useMayCall()
  if (user.isError) return <FailureAlert error={user.error} onRetry={() => void user.refetch()} />
  return (
    <>
      {all.length > 0 && (
        <ul className="places" aria-busy={user.isFetching}>
          {all.map((tenant) => (
            <Line key={tenant.id} tenant={tenant} onEdit={() => open({ what: 'tenant', tenant })} />
          ))}
        </ul>
      )}
      {user.data && all.length === 0 && (
        <p className="mut" role="status">
          {t('noPlaces')}
        </p>
      )}
      <div className="dlg-actions">
        {own.length > 0 && (
          <button type="button" className="b danger" onClick={() => open({ what: 'removeAll' })}>
            <Trash2 size={16} aria-hidden="true" />
            {t('removeAll')}
          </button>
        )}
        <span className="sp" />
        {mayCall(tenants.list) && (
          <button type="button" className="b pri" onClick={() => open({ what: 'add' })}>
            <Plus size={16} aria-hidden="true" />
            {t('addTenantRoles')}
          </button>
        )}
      </div>
    </>
  )
}

/** "Tenant role editor". */
export const TenantRoles = ({ identity, onClose }: Props) => {
  const { t } = useTranslation('members')
  const [opened, open] = useState<OpenDialog>()
  const [removed, offer] = useState<RemovalNotice>()
  const places = usePlaces(identity)
  const back = () => open(undefined)
  if (opened?.what === 'tenant')
    return <RoleEditor base="admin" identity={identity} tenant={opened.tenant} onClose={back} />
  if (opened?.what === 'add') return <AddTenantRoles identity={identity} onClose={back} />
  return (
    <WideDialog title={t('tenantRolesOf', { name: identity.displayName })} width={560} onClose={onClose}>
      {removed && <WayBack removed={removed} onTaken={() => offer(undefined)} />}
      <Places places={places} open={open} />
      {opened?.what === 'removeAll' && <RemoveAll identity={identity} onClose={back} onRemoved={offer} />}
    </WideDialog>
  )
}
