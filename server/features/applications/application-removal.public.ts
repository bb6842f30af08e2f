// Apart from applications.public.ts, which features below this one import.
export { remove as removeApplication } from './catalogue.ts'
export { remove as removeRole } from './roles.ts'
export { putBack as putRoleBack, type ToldRole, whyNotBack as whyNoRoleBack } from './put-back.ts'
