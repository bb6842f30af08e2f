import { ShieldCheck } from 'lucide-react'
import { permissions } from '#contract/permissions.ts'
import { defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'permissions',
  group: 'access',
  order: 2,
  path: '/admin/permissions',
  icon: ShieldCheck,
  for: permissions.users,
  ownGuard: true,
})
