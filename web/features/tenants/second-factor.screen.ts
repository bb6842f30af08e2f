import { Fingerprint } from 'lucide-react'
import { tenants } from '#contract/tenants.ts'
import { defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'twomodeauth',
  group: 'security',
  order: 1,
  path: '/admin/twomodeauth',
  icon: Fingerprint,
  for: tenants.setSecondFactor,
})
