// What signing in, and an administrator, do with authenticators.
export { type AppCode, tryAppCode } from './app-codes.ts'
export { hasApp, purgeTries } from './authenticator-apps.store.ts'
export { authenticatorEvents } from './authenticators.events.ts'
export { authenticatorsData } from './personal-data.store.ts'
export { resetAuthenticators } from './reset.ts'
