// What other features may ask of signing in: the password policy, and to end what opens an account.
export { lockAccount, judgedAgain } from './locked-account.ts'
export { type PasswordOwner, refusedPassword } from './passwords.ts'
export { openPending, pendingParameter, sealPending } from './pending-request.ts'
export { acrOf, acrValues, isTwoFactors, wantsTwoFactors } from './authentication-class.ts'
export { home, newSecret, secretHash } from './start-session.ts'
export { insertImpersonationLink, spendImpersonationLink, voidSecretsOf } from './sign-in.store.ts'
export { type Failures, isCompanyAddress, isDenied, type LockPolicy, lockOf } from './sign-in.rules.ts'
export { passwordEvents } from './sign-in.events.ts'
