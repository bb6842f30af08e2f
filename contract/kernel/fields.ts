// Fields that many features have.
import { z } from 'zod'

export const ById = z.object({ id: z.uuid() })

/** `modifiedOn` as it was read: refused with 409 if somebody changed the entity since. */
export const asRead = z.iso.datetime({ offset: true }).optional()

/** What a deletion answers: a body-less 204 breaks some clients. */
export const Nothing = z.object({})

/** A text that must say something; surrounding spaces do not count. */
export const required = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, `${name} is required`)
    .max(most, `${name} must have at most ${most} characters`)

/** Absent, null and blank are the same. */
export const optional = (name: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, `${name} must have at most ${most} characters`)
    .nullish()
    .transform((text) => text || null)
