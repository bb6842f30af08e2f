// What somebody is told of a lock.
import type { Lock } from './sign-in.rules.ts'

/** The words are the interface (R8.6-02, R8.6-18). */
export const lockMessages = (lock: Exclude<Lock, 'none'>) =>
  lock === 'permanent' ? ['User Is Locked Out', 'Permanently blocked'] : ['User Is Locked Out']
