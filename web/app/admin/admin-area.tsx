// R2.5-01…03: the administration: for three roles, after a moment; everybody else is sent to the identity URL.
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kernel/language.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { useAccess } from '#web/lib/use-access.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { adminRoles, useAdminEntries } from '../shell/menu-entries.tsx'
import { Shell } from '../shell/shell.tsx'
import { SideMenu } from '../shell/side-menu.tsx'

const moment = 1000
const languages: readonly Language[] = ['en', 'es', 'fr', 'it', 'pt', 'de']

export const AdminArea = () => {
  const { t } = useTranslation('admin')
  const { identityServerUrl } = useConfig()
  const may = useAccess()(...adminRoles)
  const entries = useAdminEntries()
  const [opening, setOpening] = useState(true)
  useEffect(() => {
    if (!may) return location.replace(identityServerUrl)
    const timer = setTimeout(() => setOpening(false), moment)
    return () => clearTimeout(timer)
  }, [may, identityServerUrl])
  if (!may || opening) return <Waiting>{t('opening')}</Waiting>
  return (
    <Shell languages={languages}>
      <div className="with-side"><SideMenu entries={entries} /><div><Outlet /></div></div>
    </Shell>
  )
}
