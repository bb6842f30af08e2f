// R8.5-01: everything that a user, or a group, was given at its tenants goes at once; what was given at Global stays.
import { useQueryClient } from '@tanstack/react-query'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import { type Identity, permissions } from '#contract/permissions.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { tenantsToLeave } from './rules.ts'

/** What else shows it: the tenants, and the pages of the user and of the group. */
export const useRemoval = () => {
  const remove = useWrite(permissions.remove)
  const answers = useQueryClient()
  return async (identityId: string, tenantIds: string[], seen?: string) => {
    const { removed } = await remove.mutateAsync({ params: { identityId }, input: { tenantIds }, seen })
    for (const resource of ['tenants', 'users', 'groups']) void answers.invalidateQueries({ queryKey: [resource] })
    return removed
  }
}

export const RemoveAll = ({ identity, onClose }: { identity: Identity; onClose: () => void }) => {
  const { t, i18n } = useTranslation('permissions')
  const remove = useRemoval()
  const { previewOf, undoLeaving } = useParts()
  const { id, displayName, identityType } = identity
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const left = tenantsToLeave(identity)
  const isUser = identityType === 'User'
  const run = async (seen: string | undefined) => {
    const removed = await remove(id, [], seen)
    showNotice({
      kind: 'success',
      title: t('removedAll', { count: removed, number: number.format(removed), name: displayName }),
      action: undoLeaving?.({ identityId: id, removed }),
    })
  }
  return (
    <Confirm
      title={t(isUser ? 'removeAllUser' : 'removeAllGroup')}
      body={
        <>
          <p>
            {t(isUser ? 'losesUser' : 'losesGroup', {
              name: displayName,
              tenants: t('tenantsCounted', { count: left, number: number.format(left) }),
            })}
          </p>
          <p className="mut">{t(isUser ? 'staysUser' : 'staysGroup')}</p>
        </>
      }
      ok={t('removeAll')}
      keep={t('table:keep')}
      danger
      review={previewOf?.({ kind: 'leaveTenants', identityId: id })}
      run={run}
      onClose={onClose}
    />
  )
}
