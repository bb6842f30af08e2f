// Why a transaction failed, where several of its statements did.
import { isAborted } from './database-errors.ts'

/**
 * Of statements that are sent together the first may fail with a reason, and those behind it because of that: whichever
 * of them the work hears of first, the reason is what counts.
 */
export const reasonOf = () => {
  let reason: unknown
  return {
    keep: (error: unknown) => {
      if (!isAborted(error)) reason = error
      throw error
    },
    behind: (error: unknown) => (isAborted(error) ? (reason ?? error) : error),
  }
}
