import { Layers } from 'lucide-react'
import { areas } from '#contract/areas.ts'
import { finds, defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'areas',
  group: 'directory',
  order: 3,
  path: '/admin/areas',
  icon: Layers,
  for: areas.create,
  list: areas.list,
  find: finds(areas.list, ({ name }) => ({ label: name, path: `admin/areas?q=${encodeURIComponent(name)}` })),
})
