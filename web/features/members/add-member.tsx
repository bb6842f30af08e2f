// One more user or group at a tenant: chosen here, with roles from the editor. The row is made with the first role.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '#web/lib/use-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type PickedIdentity, identityOf, IdentityPicker, type Kind } from './identity-picker.tsx'
import { RoleEditor } from './role-editor.tsx'
import type { Identity, Tenant } from './rules.ts'
import type { Base } from './use-member-endpoints.ts'

type Props = { base: Base; tenant: Tenant; onExplain?: (identity: Identity) => void; onClose: () => void }

type Values = { identityId: PickedIdentity | undefined }

const Choosing = ({
  tenant,
  onChosen,
  onClose,
}: {
  tenant: Tenant
  onChosen: (identity: Identity) => void
  onClose: () => void
}) => {
  const { t } = useTranslation('members')
  const [kind, setKind] = useState<Kind>('User')
  const { values, set, send, errorOf, changed } = useForm<Values>({ identityId: undefined }, ({ identityId }) => ({
    identityId: identityId ? undefined : t(kind === 'User' ? 'userRequired' : 'groupRequired'),
  }))
  const { identityId: chosen } = values
  const submit = send(async () => {
    if (chosen) onChosen(identityOf(chosen))
  })
  return (
    <FormDialog
      title={t('addMemberTo', { tenant: tenant.title })}
      width={520}
      form={{ changed, failure: undefined }}
      className="member-dialog"
      verb={t('chooseRoles')}
      onSubmit={submit}
      onClose={onClose}
    >
      <IdentityPicker
        kind={kind}
        chosen={chosen}
        error={errorOf('identityId')}
        onKind={setKind}
        onChoose={(found) => set('identityId', found)}
      />
    </FormDialog>
  )
}

export const AddMember = ({ base, tenant, onExplain, onClose }: Props) => {
  const [identity, choose] = useState<Identity>()
  if (!identity) return <Choosing tenant={tenant} onChosen={choose} onClose={onClose} />
  return (
    <RoleEditor
      base={base}
      identity={identity}
      tenant={tenant}
      {...(onExplain && { onExplain: () => onExplain(identity) })}
      onClose={onClose}
    />
  )
}
