// R4.7-01: the status of an application, and the dropdown that changes it at once.
import { ChevronDown, CircleCheck, CircleStop, Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ApplicationStatus } from '#contract/application-fields.ts'
import { type Application, applications } from '#contract/applications.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Menu } from '#web/ui/menu.tsx'

const looks = {
  Running: { icon: <CircleCheck size={14} aria-hidden="true" />, kind: 'ok' },
  Stopped: { icon: <CircleStop size={14} aria-hidden="true" />, kind: 'bad' },
  Maintenance: { icon: <Wrench size={14} aria-hidden="true" />, kind: 'warn' },
} as const satisfies Record<ApplicationStatus, object>

const statuses = Object.keys(looks) as ApplicationStatus[]

export const StatusMenu = ({
  application: { id, displayName, status },
}: {
  application: Pick<Application, 'id' | 'displayName' | 'status'>
}) => {
  const { t } = useTranslation('applications')
  const change = useWrite(applications.setStatus)
  const shown = change.isPending ? change.variables.params.status : status
  const choose = async (chosen: ApplicationStatus) => {
    try {
      await change.mutateAsync({ params: { id, status: chosen } })
      showNotice({ kind: 'success', title: t('saved') })
    } catch (error) {
      showFailure(t('errors:failedAction'), error)
    }
  }
  const trigger = (
    <>
      {looks[shown].icon}
      {t(`status${shown}`)}
      <ChevronDown size={14} aria-hidden="true" />
    </>
  )
  return (
    <Menu
      label={t('statusOf', { name: displayName, status: t(`status${shown}`) })}
      className={`app-status ${looks[shown].kind}`}
      trigger={trigger}
      items={statuses.map((value) => ({
        id: value,
        label: t(`status${value}`),
        icon: looks[value].icon,
        checked: value === shown,
        run: () => void (value !== shown && choose(value)),
      }))}
    />
  )
}
