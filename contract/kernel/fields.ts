// Fields that many features have.
import { z } from 'zod'
import { issue } from './issue.ts'

export const ById = z.object({ id: z.uuid() })

/** `modifiedOn` as it was read: refused with 409 if somebody changed the entity since. */
export const asRead = z.iso.datetime({ offset: true }).optional()

/** What a deletion answers: a body-less 204 breaks some clients. */
export const Nothing = z.object({})

/** A text that must say something; surrounding spaces do not count. */
export const required = (most: number) =>
  z
    .string({ error: issue('missing') })
    .trim()
    .min(1, issue('missing'))
    .max(most, issue('field-too-long'))

/** Absent, null and blank are the same. */
export const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most, issue('field-too-long'))
    .nullish()
    .transform((text) => text || null)
