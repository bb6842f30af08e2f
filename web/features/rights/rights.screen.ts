import { Scale } from 'lucide-react'
import { rights } from '#contract/rights.ts'
import { defineScreen, finds } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'rights',
  group: 'security',
  order: 4,
  path: '/admin/rights',
  icon: Scale,
  for: rights.list,
  find: finds(rights.list, ({ id, fullName, email }) => ({
    label: fullName,
    hint: email,
    path: `admin/rights/${id}`,
    picture: { kind: 'person', email },
  })),
})
