// The status of a request: an icon, a word and a tint. What is none of the others is shown as RollBack (R4.10-06).
import { Ban, CircleCheck, CircleX, Hourglass, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '#contract/operation-request-items.ts'

const looks = {
  WaitingForApprover: { icon: Hourglass, tint: 'warn' },
  Applied: { icon: CircleCheck, tint: 'ok' },
  Rejected: { icon: CircleX, tint: 'error' },
  Cancelled: { icon: Ban, tint: '' },
  RollBack: { icon: RotateCcw, tint: 'rollback' },
} as const

export const Status = ({ status }: { status: string }) => {
  const { t } = useTranslation('operation-requests')
  const shown = statusOf(status) ?? 'RollBack'
  const { icon: Icon, tint } = looks[shown]
  return (
    <span className={`st ${tint}`}>
      <Icon size={14} aria-hidden="true" />
      {t(shown)}
    </span>
  )
}
