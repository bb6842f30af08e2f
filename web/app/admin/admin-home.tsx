// /admin: who is here, where the work is and how much of it there is; the jobs of the queue in a tab of their own.
import { Activity, BookOpen, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { under } from '#web/lib/base.ts'
import { textOf } from '#web/lib/dynamic-text.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { givenName, displayName } from '#web/lib/session/identity.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { type AdminScreen, useAdminMenu } from './admin-screens.ts'
import './admin-home.css'

const Count = ({ list }: { list: NonNullable<AdminScreen['list']> }) => {
  const { i18n } = useTranslation()
  const { data } = useRead(list, { query: { take: '0' } }, { previous: true })
  return <b className="tile-count">{data ? data.count.toLocaleString(i18n.language) : ' '}</b>
}

const Tile = ({ screen: { id, path, icon: Icon, list } }: { screen: AdminScreen }) => {
  const { t } = useTranslation('admin')
  return (
    <AppLink className="card home-tile" href={under(path)}>
      <span className="home-icon">
        <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <span>
        <span className="home-name">{t(id)}</span>
        <small>{textOf(`admin:${id}-hint`)}</small>
      </span>
      {list && <Count list={list} />}
      <ChevronRight size={17} aria-hidden="true" />
    </AppLink>
  )
}

const OwnedApplications = lazy(async () => {
  const owned = import('#web/features/applications/owned-applications.tsx')
  await addTexts('applications')
  return { default: (await owned).OwnedApplications }
})

export const AdminHome = () => {
  const { t } = useTranslation('admin')
  const me = useMe()
  const administers = useMay(applications.list)
  const screens = useAdminMenu()
    .flatMap((group) => group.screens)
    .filter(({ id }) => id !== 'home')
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  const actions = (
    <div className="may-links">
      {administers && (
        <a className="b" href={under('jobs')} target="_blank" rel="noopener">
          <Activity size={16} aria-hidden="true" />
          {t('jobs')}
        </a>
      )}
      <AppLink className="b" href={under('api/docs')}>
        <BookOpen size={16} aria-hidden="true" />
        {t('apiReference')}
      </AppLink>
    </div>
  )
  return (
    <>
      <div className="home-head">
        <Avatar email={me.email} name={displayName(me)} size={60} />
        <ContentHeader
          title={t('title')}
          tags={me.roles}
          subtitle={t('shell:greeting', { name: givenName(me) })}
          actions={actions}
        />
      </div>
      <div className="home-tiles">
        {screens.map((screen) => (
          <Tile key={screen.id} screen={screen} />
        ))}
      </div>
      {screens.length === 0 && <p className="mut">{t('nothingHere')}</p>}
      {!administers && (
        <Suspense>
          <OwnedApplications />
        </Suspense>
      )}
    </>
  )
}
