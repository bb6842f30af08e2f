// How something stood at another time.
import { z } from 'zod'
import { issue } from './issue.ts'

/** A-191, with `asOf` only: what of the things asked about did not exist then, and gives nothing. */
export const MissingSubjects = z.array(z.enum(['tenant', 'user', 'group']))
export type MissingSubjects = z.infer<typeof MissingSubjects>

const noTime = { error: issue('as-of-not-valid') }
/** Whether PostgreSQL takes a time: it knows no year 0, and no zone that is 16 hours away. */
export const isKept = (at: string | undefined) =>
  !at?.startsWith('0000') && !/[+-](1[6-9]|2\d):/.test(at?.slice(10) ?? '')
/** Additive: how it stood then, as the audit log has it. A day means its end. */
export const asOf = z
  .union(
    [
      z.iso.datetime({ offset: true }),
      z.iso.date().transform((day) => `${day}T23:59:59.999Z`),
      z.literal('').transform(() => undefined),
    ],
    noTime,
  )
  .refine(isKept, noTime)
  .optional()
