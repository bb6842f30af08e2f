// R2.5-01, R2.5-02: the administration: for three roles, after a moment; everybody else is sent to the identity URL.
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { useAccess } from '#web/lib/use-access.ts'
import { waits } from '#web/lib/waits.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { adminRoles } from '../shell/menu-entries.tsx'
import { AdminShell } from './admin-shell.tsx'
import { FeatureParts } from './feature-parts.tsx'

export const AdminArea = () => {
  const { t } = useTranslation('admin')
  const { identityServerUrl } = useConfig()
  const may = useAccess()(...adminRoles)
  const [waiting, setWaiting] = useState(true)
  useEffect(() => {
    if (!may) return location.replace(identityServerUrl)
    const timer = setTimeout(() => setWaiting(false), waits.administration)
    return () => clearTimeout(timer)
  }, [may, identityServerUrl])
  if (!may || waiting) return <Waiting>{t('opening')}</Waiting>
  return (
    <FeatureParts>
      <AdminShell>
        <Outlet />
      </AdminShell>
    </FeatureParts>
  )
}
