// The roles of a user at tenants: another feature's, put in by web/app.
import type { ComponentType } from 'react'
import type { UserItem } from '#contract/users.ts'
import { nameOf } from './name.ts'

type Identity = { readonly id: string; readonly type: 'User'; readonly displayName: string; readonly email: string }
type Props = { identity: Identity; onClose: () => void }

export type UserAccess = {
  /** The tenants where a user stands, and the way into each. */
  readonly Places: ComponentType<Props>
  /** One tenant more; absent for anyone who may not choose among them. */
  readonly Add?: ComponentType<Props>
  /** The roles at one tenant. */
  readonly Editor: ComponentType<Props & { tenant: { readonly id: string; readonly title: string } }>
}

export const identityOf = (user: Pick<UserItem, 'id' | 'firstName' | 'lastName' | 'userName' | 'email'>): Identity => ({
  id: user.id,
  type: 'User',
  displayName: nameOf(user),
  email: user.email,
})
