import { Users } from 'lucide-react'
import { type UserItem, users } from '#contract/users.ts'
import { type Act, finds, defineScreen } from '#web/lib/screen.ts'

/** As the page of a user offers them. */
const actsOn = ({ draft, locked, missingRole }: UserItem): readonly Act[] => {
  if (draft) return []
  return missingRole === 'Administrator' ? ['group'] : [locked ? 'unlock' : 'lock', 'invite', 'group']
}

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
    id: user.id,
    picture: { kind: 'person', email: user.email },
    acts: actsOn(user),
  })),
})
