// The sections and columns of the members of a tenant.
import { ArrowDownToDot, MapPin } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import { type Member, members } from '#contract/members.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { ListDef, Wire } from '#web/ui/entity-table/types.ts'
import { RolesCell, TypeCell } from './member-cells.tsx'
import { InheritableCell } from './inheritable-cell.tsx'
import type { Tenant, Titles } from './rules.ts'
import { Who } from './who.tsx'

/** How many of those that are shown come from above: the rest was given here. */
export const Section = ({
  section,
  tenantId,
  asked,
  count,
}: {
  section: string
  tenantId: string
  asked: Wire
  count: number
}) => {
  const { t, i18n } = useTranslation('members')
  const chosen = asked['hierarchyType']
  const above = useRead(
    members.list,
    { params: { tenantId }, query: { ...asked, hierarchyType: 'ByHierarchy', take: '0' } as Wire },
    { when: chosen === undefined, previous: true },
  ).data?.count
  const known = chosen === undefined ? above : section === 'above' ? count : 0
  const number = known === undefined ? undefined : section === 'above' ? known : count - known
  const Icon = section === 'above' ? ArrowDownToDot : MapPin
  const title = t(section === 'above' ? 'fromAbove' : 'givenHere')
  return (
    <span className={`section-head ${section}`}>
      <Icon size={14} aria-hidden="true" />
      <span>
        <b>{title}</b>
        {number !== undefined && (
          <>
            {' '}
            ·{' '}
            {t(section === 'above' ? 'membersAbove' : 'membersHere', {
              count: number,
              number: number.toLocaleString(localeOf(i18n.language)),
            })}
          </>
        )}
      </span>
    </span>
  )
}

export const useColumns = (
  tenant: Tenant,
  titles: Titles,
  whyFixed: (member: Member) => string | undefined,
): ListDef<Member>['columns'] => {
  const { t } = useTranslation('members')
  return [
    { key: 'displayName', title: t('member'), width: 184, cell: (member) => <Who member={member} /> },
    {
      key: 'roles',
      title: t('roles'),
      sortable: false,
      cell: (member) => <RolesCell member={member} tenant={tenant} titles={titles} />,
    },
    {
      key: 'hierarchyType',
      title: t('type'),
      width: 156,
      hideBelow: 768,
      cell: (member) => <TypeCell member={member} />,
    },
    {
      key: 'isInheritable',
      title: t('inheritable'),
      width: 96,
      sortable: false,
      hideBelow: 1024,
      cell: (member) => <InheritableCell member={member} tenant={tenant} titles={titles} whyFixed={whyFixed(member)} />,
    },
  ]
}
