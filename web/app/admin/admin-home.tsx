// What the roles of the reader allow here today, and where it is done.
import { BookOpen, Check, LayoutGrid } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { under } from '#web/lib/base.ts'
import { givenName } from '#web/lib/session/identity.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useAccess } from '#web/lib/use-access.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { adminRoles } from '../shell/menu-entries.tsx'
import './admin-home.css'

const managers: readonly RoleName[] = ['Administrator', 'UserAdministrator']
const rights: readonly [text: string, roles: readonly RoleName[]][] = [
  ['mayEnter', adminRoles],
  ['mayLock', managers],
  ['mayReset', managers],
  ['mayLook', managers],
  ['mayGoOn', ['Administrator']],
]

export const AdminHome = () => {
  const { t } = useTranslation('admin')
  const me = useMe()
  const has = useAccess()
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  return (
    <>
      <ContentHeader title={t('title')} tags={me.roles} subtitle={t('shell:greeting', { name: givenName(me) })} />
      <section className="card may" aria-labelledby="may">
        <h2 id="may">{t('may')}</h2>
        <ul>{rights.filter(([, roles]) => has(...roles)).map(([text]) => <li key={text}><Check size={17} aria-hidden="true" />{t(text)}</li>)}</ul>
        {has(...managers) && <p>{t('throughApi')}</p>}
        <div className="may-links">
          <AppLink className="b pri" href={under('api/docs')}><BookOpen size={16} aria-hidden="true" />{t('apiReference')}</AppLink>
          <AppLink className="b" href={under('home?noredirect')}><LayoutGrid size={16} aria-hidden="true" />{t('backToApps')}</AppLink>
        </div>
      </section>
    </>
  )
}
