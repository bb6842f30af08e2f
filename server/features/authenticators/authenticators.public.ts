// What signing in, and an administrator, do with authenticators.
export { tryAppCode } from './app-codes.ts'
export { hasApp, purgeTries } from './authenticator-apps.store.ts'
export { askPasskey, type PasskeyProof, provenBy, spendProof } from './passkey-proofs.ts'
export { passkeysOf, purgeChallenges } from './passkeys.store.ts'
export { authenticatorEvents } from './authenticators.events.ts'
export { authenticatorsData } from './personal-data.store.ts'
export { resetAuthenticators } from './reset.ts'
