import { AppWindow } from 'lucide-react'
import { applications } from '#contract/applications.ts'
import { finds, defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'applications',
  group: 'access',
  order: 1,
  path: '/admin/applications',
  icon: AppWindow,
  for: applications.list,
  list: applications.list,
  find: finds(applications.list, (application) => ({
    label: application.displayName,
    hint: application.name,
    path: `admin/applications/${application.id}`,
    picture: { kind: 'application', id: application.id },
  })),
})
