import { Users } from 'lucide-react'
import { type UserItem, users } from '#contract/users.ts'
import { type Act, finds, defineScreen } from '#web/lib/screen.ts'
import { isForAdministrators } from './withheld-mail.ts'

/** As the page of a user offers them. */
const actsOn = (user: UserItem): readonly Act[] => {
  const { draft, locked } = user
  if (draft) return []
  return isForAdministrators(user) ? ['group'] : [locked ? 'unlock' : 'lock', 'invite', 'group']
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
