// The people of one tenant (R2.6-17 … R2.6-22); those who act there ask for their access, or give it.
import { useTranslation } from 'react-i18next'
import { type AccessibleTenant, consultants, type TenantUser, userTypes } from '#contract/consultants.ts'
import { formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { Column, FilterDef, ListDef } from '#web/ui/entity-table/types.ts'
import type { Mode } from './parts.ts'
import { AccessState, Departments, EditPermissions, Invite, Name, UserName, Words } from './tenant-user-cells.tsx'
import { tip } from '#web/ui/tip.tsx'

type Props = { mode: Mode; tenant: AccessibleTenant; onEdit: (user: TenantUser) => void }

const useTextColumns = (): Column<TenantUser>[] => {
  const { t } = useTranslation('consultants')
  return [
    { key: 'displayName', title: t('name'), cell: (user) => <Name user={user} /> },
    { key: 'userName', title: t('userName'), cell: (user) => <UserName user={user} /> },
    {
      key: 'email',
      title: t('email'),
      hideBelow: 1280,
      cell: ({ email }) => <Words text={email} />,
    },
    {
      key: 'jobTitle',
      title: t('workPosition'),
      hideBelow: 1280,
      cell: ({ jobTitle }) => <Words text={jobTitle} />,
    },
    {
      key: 'teams',
      title: t('departments'),
      hideBelow: 1440,
      cell: (user) => <Departments user={user} />,
    },
    {
      key: 'modifiedOn',
      title: t('modifiedOn'),
      hideBelow: 768,
      cell: ({ modifiedOn }) => (
        <time className="num" dateTime={modifiedOn} {...tip(formatMoment(modifiedOn))}>
          {relativeTime(modifiedOn)}
        </time>
      ),
    },
  ]
}

const useColumns = ({ mode, tenant, onEdit }: Props): Column<TenantUser>[] => {
  const { t } = useTranslation('consultants')
  const reasonFor = ({ requestId, canEditRequest }: TenantUser) => {
    if (mode === 'serviceManager') return tenant.canAssign ? undefined : t('mayNotAssign')
    if (requestId !== null && !canEditRequest) return t('askedByOther')
    return tenant.canRequest ? undefined : t('mayNotRequest')
  }
  return [
    ...useTextColumns(),
    {
      key: 'canInvite',
      title: t('invitation'),
      sortable: false,
      width: 86,
      cell: (user) => <Invite user={user} tenantId={tenant.id} />,
    },
    ...(mode === 'consultant'
      ? [
          {
            key: 'status',
            title: t('status'),
            width: 120,
            cell: (user: TenantUser) => <AccessState user={user} />,
          },
        ]
      : []),
    {
      key: 'canEditRequest',
      title: t('permissions'),
      sortable: false,
      width: 100,
      cell: (user) => <EditPermissions user={user} reason={reasonFor(user)} onEdit={() => onEdit(user)} />,
    },
  ]
}

const useFilters = (mode: Mode): FilterDef[] => {
  const { t } = useTranslation('consultants')
  const type: FilterDef = {
    key: 'userType',
    kind: 'select',
    label: t('userType'),
    options: [
      { value: String(userTypes.Internal), label: t('internal') },
      { value: String(userTypes.External), label: t('external') },
    ],
  }
  const status: FilterDef = {
    key: 'status',
    kind: 'select',
    label: t('status'),
    options: [
      { value: 'Waiting', label: t('waiting') },
      { value: 'Applied', label: t('applied') },
    ],
  }
  return mode === 'consultant' ? [type, status] : [type]
}

export const TenantUsers = (props: Props) => {
  const { t } = useTranslation('consultants')
  const { mode, tenant } = props
  const list: ListDef<TenantUser> = {
    id: mode === 'consultant' ? 'client-users' : 'managed-users',
    title: t('usersOf', { tenant: tenant.title }),
    embedded: 'sole',
    list: consultants.users,
    params: { tenantId: tenant.id },
    // R2.6-12
    ...(mode === 'serviceManager' && { query: { excludeWaiting: 'true' } }),
    rowKey: ({ id }) => id,
    rowLabel: ({ displayName }) => displayName,
    defaultSort: 'modifiedOn desc',
    columns: useColumns(props),
    filters: useFilters(mode),
    orderBy: 'heads',
    stacks: true,
    empty: { title: t('noUsers'), hint: t(mode === 'consultant' ? 'noUsersHint' : 'noManagedHint') },
  }
  return <EntityTable key={tenant.id} list={list} />
}
