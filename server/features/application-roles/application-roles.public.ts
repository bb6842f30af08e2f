// What other features may use of the roles of applications.
export { remove as removeRole } from './application-roles.ts'
export { putBack as putRoleBack, type RoleSnapshot, whyNotBack as whyNoRoleBack } from './restore-role.ts'
