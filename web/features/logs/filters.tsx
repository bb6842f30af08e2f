// What the logs are narrowed by besides what a list can by itself: somebody, a tenant with those below it, two days.
import { Building2, UserRound, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import type { TenantItem } from '#contract/tenant-entry.ts'
import { type UserItem, users } from '#contract/users.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { FilterDef } from '#web/ui/entity-table/types.ts'
import { Popover } from '#web/ui/popover.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

type Chosen = { readonly value: string; readonly set: (value: string) => void }

const Control = ({ label, icon, chosen, onClear, panel }: ControlProps) => {
  const { t } = useTranslation('logs')
  return (
    <span className={`lg-filter${chosen ? ' on' : ''}`}>
      <Popover
        kind="dialog"
        align="start"
        className={`inp${chosen ? ' on' : ''}`}
        label={chosen ? `${label}: ${chosen}` : label}
        trigger={
          <>
            {icon}
            <span>{chosen ?? label}</span>
          </>
        }
        panel={(close) => <div className="lg-pick">{panel(close)}</div>}
      />
      {chosen && (
        <button
          type="button"
          className="ic s"
          aria-label={t('clear', { label })}
          title={t('clear', { label })}
          onClick={onClear}
        >
          <X size={14} />
        </button>
      )}
    </span>
  )
}
type ControlProps = {
  label: string
  icon: ReactNode
  chosen: string | undefined
  onClear: () => void
  panel: (close: () => void) => ReactNode
}

const fullName = ({ firstName, lastName, userName }: Pick<UserItem, 'firstName' | 'lastName' | 'userName'>) =>
  `${firstName} ${lastName}`.trim() || userName

const UserFilter = ({ value, set }: Chosen) => {
  const { t } = useTranslation('logs')
  const found = useRead(users.get, { params: { id: value } }, { when: value !== '' }).data
  const picker: PickerDef<UserItem> = {
    list: users.list,
    orderBy: 'userName',
    pause: 600,
    itemKey: ({ id }) => id,
    show: (user) => (
      <>
        <Avatar email={user.email} name={fullName(user)} size={28} soft />
        <span>
          <b>{fullName(user)}</b>
          <small>{user.userName}</small>
        </span>
      </>
    ),
    texts: {
      label: t('user'),
      hint: t('userHint'),
      placeholder: t('userPlaceholder'),
      another: t('anotherUser'),
      searching: t('searching'),
      nothing: t('nobodyFound'),
      found: (count) => t('found', { count }),
      more: (count) => t('more', { count }),
    },
  }
  return (
    <Control
      label={t('user')}
      icon={<UserRound size={15} aria-hidden="true" />}
      chosen={value ? (found ? fullName(found) : '…') : undefined}
      onClear={() => set('')}
      panel={(close) => (
        <SearchPicker
          picker={picker}
          chosen={undefined}
          error={undefined}
          onChoose={(user) => {
            close()
            if (user) set(user.id)
          }}
        />
      )}
    />
  )
}

type TenantChoice = Pick<TenantItem, 'id' | 'title' | 'areaName'>

/** The value is the tenant's id, with `.only` where those below do not count. */
const only = '.only'
const tenantIn = (value: string) => ({ id: value.replace(only, ''), below: !value.endsWith(only) })

const TenantFilter = ({ value, set }: Chosen) => {
  const { t } = useTranslation('logs')
  const { id, below } = tenantIn(value)
  const isGlobal = id === globalTenant
  const found = useRead(tenants.get, { params: { id } }, { when: id !== '' && !isGlobal }).data
  const global: TenantChoice = { id: globalTenant, title: t('global'), areaName: null }
  const picker: PickerDef<TenantChoice> = {
    list: tenants.list,
    orderBy: 'title',
    pause: 600,
    itemKey: (tenant) => tenant.id,
    first: (typed) => (global.title.toLowerCase().includes(typed.toLowerCase()) ? [global] : []),
    show: ({ title, areaName }) => (
      <span>
        <b>{title}</b>
        {areaName && <small>{areaName}</small>}
      </span>
    ),
    texts: {
      label: t('tenant'),
      hint: t('tenantHint'),
      placeholder: t('tenantPlaceholder'),
      another: t('anotherTenant'),
      searching: t('searching'),
      nothing: t('noTenantFound'),
      found: (count) => t('found', { count }),
      more: (count) => t('more', { count }),
    },
  }
  const title = isGlobal ? t('global') : (found?.title ?? '…')
  return (
    <Control
      label={t('tenant')}
      icon={<Building2 size={15} aria-hidden="true" />}
      chosen={id ? (below ? t('andBelow', { title }) : title) : undefined}
      onClear={() => set('')}
      panel={(close) => (
        <>
          <SearchPicker
            picker={picker}
            chosen={undefined}
            error={undefined}
            onChoose={(tenant) => {
              close()
              if (tenant) set(below ? tenant.id : tenant.id + only)
            }}
          />
          {id && (
            <label className="et-check">
              <input type="checkbox" checked={below} onChange={({ target }) => set(target.checked ? id : id + only)} />
              {t('includeBelow')}
            </label>
          )}
        </>
      )}
    />
  )
}

/** R7.10-03: `YYYY-MM-DD HH:mm:ss`, in UTC. The days are those of the reader's clock. */
const utc = (day: string, time: string) => new Date(`${day}T${time}`).toISOString().slice(0, 19).replace('T', ' ')

export const useFilters = () => {
  const { t } = useTranslation('logs')
  const finds = { user: useMay(users.list), tenant: useMay(tenants.list) }
  const date: FilterDef = {
    key: 'date',
    kind: 'dateRange',
    label: t('date'),
    wire: (value) => {
      const [from = '', to = ''] = value.split('..')
      return { ...(from && { startDate: utc(from, '00:00:00') }), ...(to && { endDate: utc(to, '23:59:59') }) }
    },
  }
  const user: FilterDef[] = finds.user
    ? [
        {
          key: 'user',
          kind: 'own',
          label: t('user'),
          control: (chosen) => <UserFilter {...chosen} />,
          wire: (userId) => ({ userId }),
        },
      ]
    : []
  const tenant: FilterDef[] = finds.tenant
    ? [
        {
          key: 'tenant',
          kind: 'own',
          label: t('tenant'),
          control: (chosen) => <TenantFilter {...chosen} />,
          wire: (value) => {
            const { id, below } = tenantIn(value)
            return { tenantId: id, ...(below && { includeHierarchy: 'true' }) }
          },
        },
      ]
    : []
  return { date, user, tenant }
}
