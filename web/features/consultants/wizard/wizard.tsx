// The new-user wizard, and the same for a request that waits or for somebody who is there (R2.6-24 … R2.6-27, A-144).
import { useTranslation } from 'react-i18next'
import type { AccessibleTenant } from '#contract/consultants.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import type { ClientsParts, UserEdit } from '../parts.ts'
import { useStart } from './use-start.ts'
import { WizardDialog } from './wizard-dialog.tsx'
import './wizard.css'

type Props = {
  edited: UserEdit
  tenant: AccessibleTenant
  RoleSelection: ClientsParts['RoleSelection']
  onClose: () => void
}

export const Wizard = ({ edited, tenant, RoleSelection, onClose }: Props) => {
  const { t } = useTranslation('consultants')
  const { start, failure, retry } = useStart(edited, tenant)
  if (start) return <WizardDialog subject={{ edited, tenant, start }} RoleSelection={RoleSelection} onClose={onClose} />
  const edits = edited.kind === 'user' && edited.user.requestId !== null
  return (
    <WideDialog title={t(edits ? 'editRequest' : 'createRequest')} width={880} onClose={onClose}>
      {failure ? (
        <FailureAlert error={failure} onRetry={retry} />
      ) : (
        <div className="wz-loading" aria-busy="true" aria-label={t('table:loading')} />
      )}
    </WideDialog>
  )
}
