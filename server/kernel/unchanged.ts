import type { Committed } from './context.ts'

/**
 * The answer of a call that may write and found nothing to do, before its transaction or in it: nothing happened, and
 * nothing is recorded (T77).
 */
export const unchanged = <T>(result: T): Committed<T> => ({ result, committed: true })
