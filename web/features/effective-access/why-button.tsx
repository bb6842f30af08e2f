// One click from a role to its reason.
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WhyTarget } from './explained.ts'
import './effective-access.css'

export const WhyButton = ({ asked, onExplain }: { asked: WhyTarget; onExplain: (asked: WhyTarget) => void }) => {
  const { t } = useTranslation('effective-access')
  const label = t('whyOf', { role: asked.role?.name ?? asked.user.displayName, tenant: asked.tenant?.title })
  return (
    <button type="button" className="why-b" aria-label={label} data-tip={label} onClick={() => onExplain(asked)}>
      <CircleHelp size={14} aria-hidden="true" />
    </button>
  )
}
