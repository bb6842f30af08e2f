import { UsersPage } from '#web/features/users/users-page.tsx'
import { useUserAccess } from './use-user-access.ts'

/** The list of users, with their roles at tenants. */
export const UsersRoute = () => <UsersPage access={useUserAccess()} />
