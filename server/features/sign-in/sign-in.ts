// The account API: one use case per endpoint of `contract/sign-in.ts`.
export { externalCallback, externalLogin } from './external.ts'
export { lock, unlock } from './locks.ts'
export { login } from './login.ts'
export { logout } from './logout.ts'
export { passkey, passkeyOptions } from './passkey-login.ts'
export { changePassword, resetPassword, sendResetMail, validateToken } from './passwords.ts'
export { pending } from './pending-request.ts'
export { verifyCode } from './second-factor.ts'
