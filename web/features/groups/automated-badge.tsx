// the system keeps this group's members.
import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { tip } from '#web/ui/tip.tsx'

export const AutomatedBadge = () => {
  const { t } = useTranslation('groups')
  return (
    <span className="tag c" {...tip(t('automatedHint'))}>
      <Bot size={14} aria-hidden="true" />
      {t('automated')}
    </span>
  )
}
