// R2.5-37: one user in one application: how each role came, and scopes of their own.
import { useParams } from '@tanstack/react-router'
import { Building2, UserRound, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  applicationAccess,
  type ApplicationUserDetail,
  type UserRoleAssignment,
  type ScopedPermission,
} from '#contract/application-access.ts'
import { type Application, applications } from '#contract/applications.ts'
import { globalTenant } from '#contract/tenants.ts'
import { useParts } from '#web/lib/parts.tsx'
import { under } from '#web/lib/base.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import { applicationPath, Moment, nameOf, OffMark, usePlace } from './app-cells.tsx'
import { ScopeForm } from './scope-form.tsx'
import { Loading, useDocumentTitle } from './loading.tsx'
import './applications.css'

const Way = ({ assignment: { viaGroup } }: { assignment: UserRoleAssignment }) => {
  const { t } = useTranslation('applications')
  if (!viaGroup)
    return (
      <span className="ap-way">
        <UserRound size={15} aria-hidden="true" />
        {t('directly')}
      </span>
    )
  return (
    <span className="ap-way">
      <UsersRound size={15} aria-hidden="true" />
      {t('viaGroup')} <AppLink href={under(`admin/groups/${viaGroup.id}`)}>{viaGroup.name}</AppLink>
    </span>
  )
}

const RoleAssignments = ({ user, application }: { user: ApplicationUserDetail; application: Application }) => {
  const { t } = useTranslation('applications')
  const { WhyButton } = useParts()
  const { grants: assignments } = user
  const place = usePlace()
  const placeOf = ({ tenantId, tenantName }: UserRoleAssignment) => place({ id: tenantId, title: tenantName })
  return (
    <section className="card ap-card" aria-label={t('rolesHere')}>
      <h2>{t('rolesHere')}</h2>
      {assignments.length === 0 && <p className="mut">{t('noGrants')}</p>}
      <ul className="ap-assignments">
        {assignments.map((assignment) => (
          <li key={`${assignment.roleId} ${assignment.tenantId} ${assignment.viaGroup?.id}`}>
            <span className="ap-held">
              <AppLink className="tag c" href={`${applicationPath(application.id)}/roles/${assignment.roleId}`}>
                {assignment.roleName}
              </AppLink>
              {WhyButton && (
                <WhyButton
                  user={{ id: user.id, displayName: nameOf(user) }}
                  tenant={placeOf(assignment)}
                  role={{ id: assignment.roleId, name: assignment.roleName, applicationName: application.name }}
                />
              )}
            </span>
            <span className="ap-way">
              <Building2 size={15} aria-hidden="true" />
              {placeOf(assignment).title}
              {assignment.isInheritable && assignment.tenantId !== globalTenant && (
                <span className="mut">{t('andBelow')}</span>
              )}
            </span>
            <Way assignment={assignment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Scoped = ({ applicationId, userId }: { applicationId: number; userId: string }) => {
  const { t } = useTranslation('applications')
  const add = useWrite(applicationAccess.addScopedPermission)
  const params = { applicationId, userId }
  return (
    <div className="ap-scopes-tab">
      <EntityTable<ScopedPermission>
        list={{
          id: 'scoped-permissions',
          title: t('scopedPermissions'),
          description: t('scopedText'),
          embedded: true,
          list: applicationAccess.scopedPermissions,
          params,
          rowKey: ({ id }) => id,
          rowLabel: ({ scope }) => scope,
          columns: [
            { key: 'scope', title: t('scope'), cell: ({ scope }) => <code>{scope}</code> },
            {
              key: 'createdBy',
              title: t('givenBy'),
              hideBelow: 768,
              cell: ({ createdBy }) => createdBy ?? t('shell:notSet'),
            },
            {
              key: 'createdOn',
              title: t('givenOn'),
              width: 150,
              hideBelow: 768,
              cell: ({ createdOn }) => <Moment at={createdOn} />,
            },
          ],
          defaultSort: 'scope asc',
          remove: {
            endpoint: applicationAccess.removeScopedPermission,
            params: ({ id }) => ({ ...params, id }),
            label: t('removeScope'),
            askMany: (count) => t('removeScopes', { count }),
            consequence: (count) => t('removeScopedText', { count }),
          },
          empty: { title: t('noScoped'), hint: t('noScopedHint') },
        }}
      />
      <ScopeForm busy={add.isPending} onAdd={(scope) => add.mutateAsync({ params, input: { scope } })} />
    </div>
  )
}

const Opened = ({ user, application }: { user: ApplicationUserDetail; application: Application }) => {
  const { t } = useTranslation('applications')
  return (
    <>
      <header className="ap-head">
        <Avatar email={user.email} name={nameOf(user)} size={64} soft />
        <div className="ap-who">
          <div className="ap-line">
            <h1>{nameOf(user)}</h1>
            <OffMark person={user} />
          </div>
          <p>
            {user.userName} · {user.email}
          </p>
          <p className="mut">{t('userIn', { name: application.displayName, area: user.areaName })}</p>
        </div>
        <span className="sp" />
        <AppLink className="b" href={under(`admin/users/${user.id}`)}>
          {t('openUser')}
        </AppLink>
      </header>
      <RoleAssignments user={user} application={application} />
      <Scoped applicationId={application.id} userId={user.id} />
    </>
  )
}

export const ApplicationUserPage = () => {
  const { t } = useTranslation('applications')
  const { applicationId = '', id = '' } = useParams({ strict: false }) as { applicationId?: string; id?: string }
  const user = useRead(applicationAccess.user, { params: { id: Number(applicationId), userId: id } })
  const application = useRead(applications.get, { params: { id: Number(applicationId) } })
  const [userName, name] = [user.data && nameOf(user.data), application.data?.displayName]
  useRememberedTitle(`/admin/applications/${applicationId}`, name)
  useRememberedTitle(`/admin/applications/${applicationId}/users/${id}`, userName)
  useDocumentTitle(userName ?? t('user'))
  if (!user.data || !application.data) return <Loading reads={[user, application]} />
  return (
    <div className="ap">
      <Opened user={user.data} application={application.data} />
    </div>
  )
}
