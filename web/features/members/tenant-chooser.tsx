// The tenant at which somebody gets roles; Global, too, for an Administrator (R6-07, R6-22).
import type { ComponentProps } from 'react'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { type PickedTenant, TenantPicker } from '#web/ui/tenant-picker.tsx'
import './members.css'

export type ChosenTenant = PickedTenant

export const TenantChooser = (props: Omit<ComponentProps<typeof TenantPicker>, 'list' | 'top'>) => (
  <TenantPicker list={tenants.list} top={{ id: globalTenant, offered: usePolicy('seesGlobalTenant') }} {...props} />
)
