// What other features may ask of people.
export {
  type Account,
  accountById,
  accountByName,
  anyAccount,
  avatarByHash,
  holdAccount,
  insertAccount,
  rememberedPasswords,
  setLanguage,
  setLastLogin,
  setLocked,
  setPassword,
  verifyEmail,
} from './users.store.ts'
export { fillSkeletons } from './skeletons.store.ts'
export { failuresThatLock, isLocked } from './lock-state.store.ts'

/** First and last name, falling back to the profile name (R2.4-02). */
export const displayName = (user: { firstName: string; lastName: string; userName: string }) =>
  `${user.firstName} ${user.lastName}`.trim() || user.userName
