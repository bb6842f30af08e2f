// deleting names what goes with it. A tenant with others below it stays, and its dialog says so.
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useParts } from '#web/lib/parts.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

type Props = { tenant: { id: string; title: string }; onClose: () => void; onDeleted?: () => void }

export const DeleteTenant = ({ tenant: { id, title }, onClose, onDeleted }: Props) => {
  const { t } = useTranslation('tenants')
  const { data, error, refetch } = useRead(tenants.get, { params: { id } })
  const remove = useWrite(tenants.remove)
  const { previewOf, undoRemoval } = useParts()
  const close = (
    <button type="button" className="b" autoFocus onClick={onClose}>
      {t('shell:close')}
    </button>
  )
  if (error && !data)
    return (
      <Dialog title={t('deleteTitle', { title })} actions={close} onClose={onClose}>
        <FailureAlert error={error} onRetry={() => void refetch()} />
      </Dialog>
    )
  if (!data) return null
  if (data.childrenCount > 0)
    return (
      <Dialog title={t('cannotDelete', { title })} kind="alertdialog" actions={close} onClose={onClose}>
        {t('hasChildren', { count: data.childrenCount })}
      </Dialog>
    )
  const run = async (seen: string | undefined) => {
    await remove.mutateAsync({ params: { id }, seen })
    showNotice({ kind: 'success', title: t('deleted', { title }), action: undoRemoval?.([id]) })
    onDeleted?.()
  }
  const lost = data.membersCount > 0 ? t('membersLost', { count: data.membersCount }) : t('nobodyLost')
  return (
    <Confirm
      title={t('deleteTitle', { title })}
      body={`${lost} ${t('requestsEnd')}`}
      ok={t('deleteTenant')}
      keep={t('table:keep')}
      danger
      review={previewOf?.({ kind: 'deleteTenant', tenantId: id })}
      run={run}
      onClose={onClose}
    />
  )
}
