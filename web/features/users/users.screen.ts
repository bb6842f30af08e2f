import { Users } from 'lucide-react'
import { users } from '#contract/users.ts'
import { finds, defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'users',
  group: 'directory',
  order: 1,
  path: '/admin/users',
  icon: Users,
  for: users.list,
  list: users.list,
  find: finds(users.list, (user) => ({
    label: `${user.firstName} ${user.lastName}`,
    hint: user.email,
    path: `admin/users/${user.id}`,
  })),
})
