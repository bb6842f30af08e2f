// What is told of a tenant beside its title: how it was made, whether by hand since, whether it asks for the second
// factor.
import { Bot, Fingerprint, Layers, PencilLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TenantItem } from '#contract/tenant-entry.ts'
import { tip } from '#web/ui/tip.tsx'

type MarkedTenant = Pick<TenantItem, 'areaName' | 'auto' | 'isUserCustomized' | 'requiredTwoModeAuthentification'>

export const Creation = ({ auto, isUserCustomized }: Pick<TenantItem, 'auto' | 'isUserCustomized'>) => {
  const { t } = useTranslation('tenants')
  return (
    <span className="tenant-marks">
      {auto ? (
        <span className="tag" {...tip(t('autoHint'))}>
          <Bot size={14} aria-hidden="true" />
          {t('auto')}
        </span>
      ) : (
        <span className="tag">{t('manual')}</span>
      )}
      {isUserCustomized && (
        <span className="tag" {...tip(t('customizedHint'))}>
          <PencilLine size={13} aria-hidden="true" />
          {t('customizedTag')}
        </span>
      )}
    </span>
  )
}

export const MfaMark = () => {
  const { t } = useTranslation('tenants')
  return (
    <span className="tag amber">
      <Fingerprint size={14} aria-hidden="true" />
      {t('mfaRequired')}
    </span>
  )
}

export const TenantMarks = ({ tenant }: { tenant: MarkedTenant }) => (
  <span className="tenant-marks">
    {tenant.areaName && (
      <span className="tag c">
        <Layers size={14} aria-hidden="true" />
        {tenant.areaName}
      </span>
    )}
    <Creation {...tenant} />
    {tenant.requiredTwoModeAuthentification && <MfaMark />}
  </span>
)
