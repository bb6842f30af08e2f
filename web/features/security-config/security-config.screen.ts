import { ShieldHalf } from 'lucide-react'
import { securityConfig } from '#contract/security-config.ts'
import { finds, defineScreen } from '#web/lib/screen.ts'

/** R2.5-14 */
export const screen = defineScreen({
  id: 'securityConfig',
  group: 'security',
  order: 2,
  path: '/admin/securityConfig',
  icon: ShieldHalf,
  for: securityConfig.list,
  find: finds(securityConfig.list, ({ id, title }) => ({ label: title, path: `admin/securityConfig/${id}` })),
})
