import { ScanSearch } from 'lucide-react'
import { policies } from '#contract/policies.ts'
import { defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'inspector',
  group: 'activity',
  order: 2,
  path: '/admin/inspector',
  icon: ScanSearch,
  for: policies.readsLogs,
  unlisted: true,
})
