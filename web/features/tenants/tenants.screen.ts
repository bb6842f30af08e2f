import { Building2 } from 'lucide-react'
import { tenants } from '#contract/tenants.ts'
import { finds, defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'tenants',
  group: 'directory',
  order: 4,
  path: '/admin/tenants',
  icon: Building2,
  for: tenants.get,
  list: tenants.list,
  find: finds(tenants.list, (tenant) => ({
    label: tenant.title,
    ...(tenant.areaName && { hint: tenant.areaName }),
    path: `admin/tenants/${tenant.id}`,
  })),
})
