import { ScanSearch } from 'lucide-react'
import { defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'inspector',
  group: 'activity',
  order: 2,
  path: '/admin/inspector',
  icon: ScanSearch,
  for: ['Administrator'],
  unlisted: true,
})
