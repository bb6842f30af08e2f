// R2.5-35: one application: who it is, its roles and its users; what is kept of it stands beside.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ExternalLink as Away, SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { applicationAccess } from '#contract/application-access.ts'
import { applicationRoles } from '#contract/application-roles.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ExternalLink, useGo } from '#web/ui/app-link.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { applicationPath, EnabledMark, VisibilityMarks } from './app-cells.tsx'
import { ConnectTab } from './connect-tab.tsx'
import { AcceptancesTab } from './acceptances-tab.tsx'
import { DisclaimerDrawer } from './disclaimer-drawer.tsx'
import { IconUpload } from './icon-upload.tsx'
import { OwnersDialog } from './owners-dialog.tsx'
import { PropertiesDrawer } from './properties-drawer.tsx'
import { Rail } from './rail.tsx'
import { RolesTab } from './roles-tab.tsx'
import { StatusMenu } from './status.tsx'
import { UsersTab } from './users-tab.tsx'
import { Loading, useDocumentTitle } from './loading.tsx'
import './applications.css'

/** What is being edited stands in the address: a reload opens it again. */
const useEditing = () => {
  const { edit } = useSearch({ strict: false }) as { edit?: string }
  const navigate = useNavigate()
  const open = (what: string | undefined) =>
    void navigate({
      to: '.',
      search: what ? { edit: what } : {},
      replace: what === undefined,
      resetScroll: false,
    })
  return { edit, open, close: () => open(undefined) }
}

const Header = ({ application, onEdit }: { application: Application; onEdit: () => void }) => {
  const { t } = useTranslation('applications')
  return (
    <header className="ap-head">
      <IconUpload application={application} />
      <div className="ap-who">
        <div className="ap-line">
          <h1>{application.displayName}</h1>
          <EnabledMark enabled={application.enabled} />
          <VisibilityMarks application={application} />
        </div>
        <p>
          <code>{application.name}</code>
          <span className="mut"> · {t('numberOf', { id: application.id })}</span>
        </p>
        <p>{application.description}</p>
      </div>
      <span className="sp" />
      <div className="ap-actions">
        <StatusMenu application={application} />
        {application.privateUrl && (
          <ExternalLink className="b" href={application.privateUrl}>
            <Away size={16} aria-hidden="true" />
            {t('visit')}
          </ExternalLink>
        )}
        <button type="button" className="b pri" onClick={onEdit}>
          <SquarePen size={16} aria-hidden="true" />
          {t('editProperties')}
        </button>
      </div>
    </header>
  )
}

const one = { top: '1' }

const Opened = ({ application, tab }: { application: Application; tab: string }) => {
  const { t } = useTranslation('applications')
  const go = useGo()
  const { edit, open, close } = useEditing()
  const { id } = application
  const roles = useRead(applicationRoles.list, { params: { appId: id }, query: one })
  const users = useRead(applicationAccess.users, { params: { id }, query: one })
  const tabs = [
    { id: 'roles', label: t('roles'), count: roles.data?.count, panel: <RolesTab application={application} /> },
    { id: 'users', label: t('users'), count: users.data?.count, panel: <UsersTab application={application} /> },
    ...(application.system
      ? []
      : [
          { id: 'connect', label: t('connect'), panel: <ConnectTab application={application} /> },
          { id: 'disclaimer', label: t('disclaimer'), panel: <AcceptancesTab application={application} /> },
        ]),
  ]
  return (
    <>
      <Header application={application} onEdit={() => open('properties')} />
      <div className="ap-columns">
        <div className="ap-main">
          <Tabs
            label={application.displayName}
            tabs={tabs}
            chosen={tab}
            onChoose={(to) => go(applicationPath(id) + (to === 'roles' ? '' : `/${to}`))}
          />
        </div>
        <Rail application={application} onEdit={open} />
      </div>
      {edit === 'properties' && <PropertiesDrawer application={application} onClose={close} />}
      {edit === 'disclaimer' && <DisclaimerDrawer application={application} onClose={close} />}
      {edit === 'owners' && <OwnersDialog application={application} onClose={close} />}
    </>
  )
}

export const ApplicationPage = () => {
  const { t } = useTranslation('applications')
  const { id = '', tab = '' } = useParams({ strict: false }) as { id?: string; tab?: string }
  const application = useRead(applications.get, { params: { id: Number(id) } })
  const name = application.data?.displayName
  useRememberedTitle(`/admin/applications/${id}`, name)
  useRememberedTitle(`/admin/applications/${id}/roles`, t('roles'))
  useRememberedTitle(`/admin/applications/${id}/connect`, t('connect'))
  useRememberedTitle(`/admin/applications/${id}/disclaimer`, t('disclaimer'))
  useDocumentTitle(name ?? t('applications'))
  if (!application.data) return <Loading reads={[application]} />
  return (
    <div className="ap">
      <Opened application={application.data} tab={['users', 'connect', 'disclaimer'].includes(tab) ? tab : 'roles'} />
    </div>
  )
}
