// The tenant at which a group gets roles; Global, too, for those who act on everything (R3.8-07).
import type { ComponentProps } from 'react'
import { atGlobal } from '#contract/members.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useMay } from '#web/lib/use-access.ts'
import { type PickedTenant, TenantPicker as Picker } from '#web/ui/tenant-picker.tsx'

export type Tenant = PickedTenant

export const TenantPicker = (props: Omit<ComponentProps<typeof Picker>, 'list' | 'top'>) => (
  <Picker list={tenants.list} top={{ id: globalTenant, offered: useMay(atGlobal) }} {...props} />
)
