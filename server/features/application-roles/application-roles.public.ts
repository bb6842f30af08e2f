// What other features may use of the roles of applications.
export { remove as removeRole } from './application-roles.ts'
export { applicationRoleEvents } from './application-roles.events.ts'
export { putBack as putRoleBack, whyNotBack as whyNoRoleBack } from './restore-role.ts'
