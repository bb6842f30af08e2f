import { UserPage } from '#web/features/users/user-page.tsx'
import { useUserAccess } from './use-user-access.ts'

/** The page of a user, with their roles at tenants. */
export const UserRoute = () => <UserPage access={useUserAccess()} />
