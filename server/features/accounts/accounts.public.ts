// What other features may ask of people.
export {
  type Account,
  accountById,
  accountByName,
  anyAccount,
  lockAccountRow,
  insertAccount,
  setLanguage,
  setLastLogin,
  setLocked,
  setOwnData,
  verifyEmail,
} from './accounts.store.ts'
export { rememberedPasswords, setPassword } from './passwords.store.ts'
export { godsToTell } from './gods.store.ts'
export { fillSkeletons } from './skeletons.store.ts'
export { failuresThatLock, isLocked } from './lock-state.store.ts'

/** First and last name, falling back to the profile name (R2.4-02). */
export const displayName = (user: { firstName: string; lastName: string; userName: string }) =>
  `${user.firstName} ${user.lastName}`.trim() || user.userName
export {
  setDraft,
  setInvited,
  deleteUser,
  insertUser,
  meansAnother,
  updateUser,
} from './administered-accounts.store.ts'
export { skeletonHash } from './look-alikes.ts'
export {
  takenLooks,
  takenNames,
  type ImportedUser,
  insertUntaken,
  sendUsers,
  areasByName,
  faultyRows,
} from './imported-accounts.store.ts'
export { lockedIds, lockState } from './lock-state.store.ts'
export { userChanges, userEvents, UserFields } from './accounts.events.ts'
export { profileData } from './personal-data.store.ts'
