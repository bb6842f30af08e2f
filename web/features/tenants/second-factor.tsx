// R2.5-53, R2.5-54: the question before the second factor of a tenant is switched, and the tag that it is asked by.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'

type FlaggedTenant = Pick<TenantItem, 'id' | 'title' | 'requiredTwoModeAuthentification'>

export const SecondFactorQuestion = ({
  tenant: { id, title, requiredTwoModeAuthentification: enabled },
  onClose,
}: {
  tenant: FlaggedTenant
  onClose: () => void
}) => {
  const { t } = useTranslation('tenants')
  const write = useWrite(tenants.setSecondFactor)
  const run = async () => {
    await write.mutateAsync({ params: { id }, input: { enable: !enabled } })
    showNotice({ kind: 'success', title: t(enabled ? 'mfaDisabled' : 'mfaEnabled', { title }) })
  }
  return (
    <Confirm
      title={t(enabled ? 'disableMfa' : 'enableMfa')}
      body={t(enabled ? 'disableMfaBody' : 'enableMfaBody', { title })}
      ok={t(enabled ? 'disable' : 'enable')}
      danger={enabled}
      run={run}
      onClose={onClose}
    />
  )
}

/** */
export const SecondFactorTag = ({ tenant }: { tenant: FlaggedTenant }) => {
  const { t } = useTranslation('tenants')
  const [asking, ask] = useState(false)
  const enabled = tenant.requiredTwoModeAuthentification
  const words = t(enabled ? 'enabled' : 'disabled')
  return (
    <>
      <button
        type="button"
        className={`st as-button${enabled ? ' ok' : ''}`}
        aria-label={t(enabled ? 'enabledFor' : 'disabledFor', { title: tenant.title })}
        aria-haspopup="dialog"
        onClick={() => ask(true)}
      >
        <Fingerprint size={14} aria-hidden="true" />
        {words}
      </button>
      {asking && <SecondFactorQuestion tenant={tenant} onClose={() => ask(false)} />}
    </>
  )
}
