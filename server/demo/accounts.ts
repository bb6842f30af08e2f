// The people one can sign in as in a demonstration.
import type { NamedAccount } from './account.ts'
import { roleAccounts } from './role-accounts.ts'
import { signInAccounts } from './sign-in-accounts.ts'

export const namedAccounts: readonly NamedAccount[] = [...roleAccounts, ...signInAccounts]
