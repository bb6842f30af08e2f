// A user as one of those that a search has found.
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'

type PersonName = { readonly firstName: string; readonly lastName: string; readonly userName: string }
type User = PersonName & { readonly email: string }

export const userNamed = ({ firstName, lastName, userName }: PersonName) =>
  `${firstName} ${lastName}`.trim() || userName

/** `mark`: what is behind the name. */
export const UserOption = ({ user, mark }: { user: User; mark?: ReactNode }) => (
  <>
    <Avatar email={user.email} name={userNamed(user)} size={28} soft />
    <span>
      <b>{userNamed(user)}</b>
      <small>
        {user.userName} · {user.email}
      </small>
    </span>
    {mark}
  </>
)
