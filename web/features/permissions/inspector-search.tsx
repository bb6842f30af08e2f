// Whom the inspector asks about, and where.
import { useTranslation } from 'react-i18next'
import { type Identity, permissions } from '#contract/permissions.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import { type TenantOption, tenantOptions } from '#web/ui/tenant-options.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { Mark, StateTag } from './who.tsx'

export const UserSearch = ({ onChoose }: { onChoose: (userName: string) => void }) => {
  const { t } = useTranslation('permissions')
  const picker: PickerDef<Identity> = {
    list: permissions.users,
    orderBy: 'email',
    pause: 1000,
    itemKey: ({ id }) => id,
    show: (user) => (
      <>
        <Mark identity={user} size={28} />
        <span>
          <b>{user.displayName}</b>
          <small>
            {user.userName} · {user.email}
          </small>
        </span>
        <StateTag of={user} />
      </>
    ),
    texts: {
      label: t('user'),
      hint: t('userHint'),
      placeholder: t('userPlaceholder'),
      another: t('anotherUser'),
      searching: t('searching'),
      nothing: t('nobodyFound'),
      found: (count) => t('foundUsers', { count }),
      more: (count) => t('moreFound', { count }),
    },
  }
  return (
    <SearchPicker
      picker={picker}
      chosen={undefined}
      error={undefined}
      onChoose={(user) => user && onChoose(user.userName ?? user.id)}
    />
  )
}

export const TenantSearch = ({ onChoose }: { onChoose: (id: string) => void }) => {
  const { t } = useTranslation('permissions')
  const everything = { id: globalTenant, title: t('global'), areaName: t('globalHint') }
  const picker: PickerDef<TenantOption> = {
    ...tenantOptions(everything),
    list: tenants.list,
    pause: 800,
    opened: true,
    texts: {
      label: t('tenant'),
      hint: t('tenantHint'),
      placeholder: t('tenantPlaceholder'),
      another: t('anotherTenant'),
      searching: t('searching'),
      nothing: t('noTenantFound'),
      found: (count) => t('foundTenants', { count }),
      more: (count) => t('moreFound', { count }),
    },
  }
  return (
    <SearchPicker
      picker={picker}
      chosen={undefined}
      error={undefined}
      onChoose={(tenant) => tenant && onChoose(tenant.id)}
    />
  )
}
