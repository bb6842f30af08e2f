// Step 2: at which tenant, and which roles there.
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AccountPill } from '#web/ui/account-pill.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { TenantSelector } from '../tenant-selector.tsx'
import type { ClientsParts } from '../parts.ts'
import { ApproveSwitch } from './approve-switch.tsx'
import { StartFrom } from './start-from.tsx'
import type { WizardState } from './use-wizard.ts'

type Props = { wizard: WizardState; RoleSelection: ClientsParts['RoleSelection'] }

const Person = ({ wizard: { person, external, editPerson } }: { wizard: WizardState }) => {
  const { t } = useTranslation('consultants')
  return (
    <div className="wz-person">
      <Avatar email={person.email} name={person.name} size={40} soft />
      <div>
        <b>{person.name}</b>
        <small>{person.line}</small>
      </div>
      {external && <AccountPill look="external">{t('external')}</AccountPill>}
      {editPerson && (
        <button type="button" className="b sm" onClick={editPerson}>
          <PenLine size={14} aria-hidden="true" />
          {t('table:edit')}
        </button>
      )}
    </div>
  )
}

const Roles = ({ wizard: { roles, start }, RoleSelection }: Props) => {
  const { t } = useTranslation('consultants')
  const { applications } = roles
  if (applications.isError)
    return <FailureAlert error={applications.error} onRetry={() => void applications.refetch()} />
  if (!applications.data) return <div className="wz-loading" aria-busy="true" aria-label={t('table:loading')} />
  return (
    <RoleSelection
      visibility="OperationRequest"
      applications={applications.data.items}
      present={start.present}
      chosen={roles.chosen}
      onChange={roles.choose}
    />
  )
}

export const PermissionsStep = ({ wizard, RoleSelection }: Props) => {
  const { t } = useTranslation('consultants')
  const { tenant, roles, approval, external, person } = wizard
  return (
    <div className="wz-permissions">
      <Person wizard={wizard} />
      <div className="fields">
        <TenantSelector
          mode="consultant"
          tenant={tenant.chosen}
          error={tenant.error}
          fixed={tenant.fixed}
          onChoose={tenant.choose}
          onClear={tenant.clear}
        />
        {tenant.chosen && <StartFrom key={tenant.chosen.id} tenant={tenant.chosen} onRoles={roles.add} />}
      </div>
      <section aria-label={t('applicationAccess')}>
        <h3>{t('applicationAccess')}</h3>
        {tenant.chosen ? (
          <Roles key={tenant.chosen.id} wizard={wizard} RoleSelection={RoleSelection} />
        ) : (
          <p className="wz-none">{t('tenantFirst')}</p>
        )}
      </section>
      {approval.offered && (
        <ApproveSwitch on={approval.on} external={external} name={person.name} onChange={approval.set} />
      )}
    </div>
  )
}
