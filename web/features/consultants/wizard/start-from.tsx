// "Same roles as a colleague": what somebody else was given at the tenant, added to what is chosen.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccessibleTenant, consultants, type TenantUser } from '#contract/consultants.ts'
import { members } from '#contract/members.ts'
import { call } from '#web/lib/client.ts'
import { problemText } from '#web/lib/problem.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

const Shown = ({ user: { displayName, email, jobTitle } }: { user: TenantUser }) => (
  <>
    <Avatar email={email} name={displayName} size={26} soft />
    <span>
      <b>{displayName}</b>
      <small>{jobTitle ?? email}</small>
    </span>
  </>
)

const usePicker = (tenant: AccessibleTenant): PickerDef<TenantUser> => {
  const { t } = useTranslation('consultants')
  return {
    list: consultants.users,
    params: { tenantId: tenant.id },
    query: { draft: 'false' },
    orderBy: 'displayName',
    pause: 800,
    opened: true,
    optional: true,
    itemKey: ({ id }) => id,
    show: (user) => <Shown user={user} />,
    texts: {
      label: t('startFrom'),
      hint: t('startFromHint'),
      placeholder: t('sameRoles'),
      another: t('members:chooseAnother'),
      searching: t('members:searching'),
      nothing: t('members:nothingFound'),
      found: (count) => t('members:found', { count }),
      more: (count) => t('members:moreFound', { count }),
    },
  }
}

type Props = { tenant: AccessibleTenant; onRoles: (roleIds: readonly string[]) => number }

export const StartFrom = ({ tenant, onRoles }: Props) => {
  const { t } = useTranslation('consultants')
  const [said, say] = useState<{ text: string; failed?: true }>()
  const take = async (user: TenantUser) => {
    try {
      const { roles } = await call(members.profileIdentity, {
        params: { tenantId: tenant.id },
        query: { identityId: user.id, isGroup: 'false' },
      })
      const count = onRoles(roles.filter(({ viaGroup }) => !viaGroup).map(({ roleId }) => roleId))
      say({ text: t('rolesTaken', { count, name: user.displayName }) })
    } catch (error) {
      say({ text: problemText(error), failed: true })
    }
  }
  return (
    <div className="start-from">
      <SearchPicker
        key={said?.text}
        picker={usePicker(tenant)}
        chosen={undefined}
        error={said?.failed && said.text}
        focused={false}
        onChoose={(user) => user && void take(user)}
      />
      <small role="status" className="start-said">
        {!said?.failed && said?.text}
      </small>
    </div>
  )
}
