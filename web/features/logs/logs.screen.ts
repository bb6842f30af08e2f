import { ScrollText } from 'lucide-react'
import { policies } from '#contract/policies.ts'
import { defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'logs',
  group: 'activity',
  order: 1,
  path: '/admin/logs',
  icon: ScrollText,
  for: policies.readsLogs,
  ownGuard: true,
})
