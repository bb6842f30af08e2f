// A person in two lines: the name, crossed out while nobody can sign in with it, and the user name (R2.5-29).
import type { UserItem } from '#contract/users.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { nameOf } from './name.ts'

export const UserCell = ({ user, href }: { user: UserItem; href: string }) => (
  <span className="cell-two">
    <Avatar email={user.email} name={nameOf(user)} size={32} soft />
    <AppLink href={href}>
      <b className={user.locked || user.draft ? 'gone' : undefined}>{nameOf(user)}</b>
      <small>{user.userName}</small>
    </AppLink>
  </span>
)
