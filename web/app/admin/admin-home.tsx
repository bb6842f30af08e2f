// /admin: who is here, what goes on and waits, and the ways on; the jobs of the queue in a tab of their own.
import { Activity, BookOpen, FileSpreadsheet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { Dashboard } from '#web/features/dashboard/dashboard.tsx'
import { useFacts } from '#web/features/dashboard/facts.ts'
import { ReportDialog } from '#web/features/dashboard/report-dialog.tsx'
import { under } from '#web/lib/base.ts'
import { localeOf } from '#contract/kernel/locale.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { displayName } from '#web/lib/session/identity.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { useAdminMenu } from './admin-screens.ts'
import './admin-home.css'

const OwnedApplications = lazily(async () => {
  const owned = import('#web/features/applications/owned-applications.tsx')
  await addTexts('applications')
  return (await owned).OwnedApplications
})

/** The day, and how many are at work where one may know it. */
const useToday = () => {
  const { t, i18n } = useTranslation('dashboard')
  const { data } = useFacts()
  const [now] = useState(() => new Date())
  const written = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'full' }).format(now)
  const day = written.charAt(0).toLocaleUpperCase(localeOf(i18n.language)) + written.slice(1)
  const [count, used] = [data?.connectedUsers, data?.connectedApplications]
  if (typeof count !== 'number' || typeof used !== 'number') return day
  const applications = t('inApplications', { count: used })
  return `${day}. ${count === 0 ? t('nobodyConnected') : t('connectedNow', { count, applications })}`
}

const Actions = ({ administers }: { administers: boolean }) => {
  const { t } = useTranslation('admin')
  const [reporting, setReporting] = useState(false)
  return (
    <div className="may-links">
      {administers && (
        <button type="button" className="b" onClick={() => setReporting(true)}>
          <FileSpreadsheet size={16} aria-hidden="true" />
          {t('dashboard:report')}
        </button>
      )}
      <AppLink className="b" href={under('api/docs')}>
        <BookOpen size={16} aria-hidden="true" />
        {t('apiReference')}
      </AppLink>
      {administers && (
        <a className="b pri" href={under('jobs')} target="_blank" rel="noopener">
          <Activity size={16} aria-hidden="true" />
          {t('jobs')}
        </a>
      )}
      {reporting && <ReportDialog onClose={() => setReporting(false)} />}
    </div>
  )
}

export const AdminHome = () => {
  const { t } = useTranslation('admin')
  const me = useMe()
  const administers = useMay(applications.list)
  const tiles = useAdminMenu()
    .flatMap((group) => group.screens)
    .filter(({ id }) => id !== 'home')
    .map(({ id, path, icon }) => ({ id, path, icon, name: t(id) }))
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  return (
    <>
      <div className="home-head">
        <Avatar email={me.email} name={displayName(me)} size={60} />
        <ContentHeader
          title={t('dashboard:welcome', { name: displayName(me) })}
          tags={me.roles}
          subtitle={useToday()}
          actions={<Actions administers={administers} />}
        />
      </div>
      {tiles.length === 0 && <p className="mut">{t('nothingHere')}</p>}
      <Dashboard tiles={tiles}>{!administers && <OwnedApplications />}</Dashboard>
    </>
  )
}
