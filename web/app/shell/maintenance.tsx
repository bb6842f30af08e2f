// R2.4-24, A-179: in the way as long as the status of this application is 'Maintenance'; asked every minute.
import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hub } from '#contract/hub.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const minute = 60_000

export const Maintenance = () => {
  const { t } = useTranslation('shell')
  const goesOn = usePolicy('worksInMaintenance')
  const [closed, setClosed] = useState(false)
  const { data: status } = useRead(
    hub.status,
    { params: { applicationName: useConfig().clientId } },
    { every: minute, keep: true },
  )
  const on = typeof status === 'string' && status.trim() === 'Maintenance'
  if (!on && closed) setClosed(false)
  if (!on || closed) return null
  const close = goesOn ? () => setClosed(true) : undefined
  return (
    <Dialog
      kind="alertdialog"
      icon={<Wrench size={21} aria-hidden="true" />}
      title={t('maintenance')}
      onClose={close}
      actions={
        close && (
          <button type="button" className="b" onClick={close}>
            {t('maintenanceGoOn')}
          </button>
        )
      }
    >
      {t('maintenanceText')}
    </Dialog>
  )
}
