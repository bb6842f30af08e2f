// The one primary button of a tenant's page while its members are shown (docs/ux.md, rule 10).
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddMember } from './add-member.tsx'
import type { Identity, Tenant } from './rules.ts'

export const AddMemberButton = ({
  tenant,
  onExplain,
}: {
  tenant: Tenant
  onExplain?: (identity: Identity) => void
}) => {
  const { t } = useTranslation('members')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <button type="button" className="b pri" onClick={() => setAdding(true)}>
        <Plus size={17} aria-hidden="true" />
        {t('addMember')}
      </button>
      {adding && (
        <AddMember base="admin" tenant={tenant} {...(onExplain && { onExplain })} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
