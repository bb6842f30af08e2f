// How long there is until an answer is due, in words: amber from seven days on, red when it is over.
import { CircleAlert, CircleCheck, Clock, Inbox, LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RightsRequestState } from '#contract/rights.ts'

const soon = 7

export const Deadline = ({ daysLeft }: { daysLeft: number | null }) => {
  const { t } = useTranslation('rights')
  if (daysLeft === null) return null
  const [kind, icon] =
    daysLeft < 0
      ? (['error', <CircleAlert key="i" size={14} aria-hidden="true" />] as const)
      : ([daysLeft <= soon ? 'warn' : '', <Clock key="i" size={14} aria-hidden="true" />] as const)
  const words =
    daysLeft === 0
      ? t('dueToday')
      : daysLeft < 0
        ? t('overdue', { count: -daysLeft })
        : t('daysLeft', { count: daysLeft })
  return (
    <span className={`st ${kind}`}>
      {icon}
      {words}
    </span>
  )
}

const icons = { Received: Inbox, InWork: LoaderCircle, Answered: CircleCheck }

export const State = ({ state }: { state: RightsRequestState }) => {
  const { t } = useTranslation('rights')
  const Icon = icons[state]
  return (
    <span className={`st${state === 'Answered' ? ' ok' : ''}`}>
      <Icon size={14} aria-hidden="true" />
      {t(state)}
    </span>
  )
}
