// The form with which a person exercises data-protection rights, as it is sent (R5.6-01 … R5.6-09, A-165, A-167).
import { z } from 'zod'
import { optional } from './kernel/fields.ts'
import { issue } from './kernel/issue.ts'

/** R3.6-11, spelt the way the specification spells them. */
export const rightNames = [
  'Access',
  'Information',
  'Correction',
  'TreatmentOpisition',
  'Supression',
  'DataPortability',
] as const
export const RightName = z.enum(rightNames)
export type RightName = z.infer<typeof RightName>

export const RightsRequestType = z.enum(['Direct', 'Representative'])
export type RightsRequestType = z.infer<typeof RightsRequestType>

/** `25/12/2026` as `2026-12-25`; nothing for a day that no calendar has. */
const isoDay = (text: string) => {
  const [, day = '', month = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

const RequestDate = z
  .string({ error: issue('rights-date-missing') })
  .trim()
  .min(1, issue('rights-date-missing'))
  .transform((text, context) => {
    const day = isoDay(text)
    if (day) return day
    context.addIssue({ code: 'custom', message: issue('rights-date-not-valid'), continue: false })
    return z.NEVER
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Rights = z
  .string({ error: issue('rights-none-checked') })
  .transform(parsed)
  .pipe(z.array(RightName, { error: issue('rights-list-not-valid') }).min(1, issue('rights-none-checked')))
  .transform((rights) => rightNames.filter((name) => rights.includes(name)))

const email = z
  .string({ error: issue('rights-email-missing') })
  .trim()
  .min(1, issue('rights-email-missing'))
  .max(256, issue('field-too-long'))
  .pipe(z.email(issue('rights-email-not-valid')))

/** The fields of the form, as they are sent. */
export const RightsForm = z.object({
  email,
  fullName: z
    .string({ error: issue('rights-name-missing') })
    .trim()
    .min(1, issue('rights-name-missing'))
    .max(200, issue('field-too-long')),
  representativeData: optional(2000),
  requestDate: RequestDate,
  requestDetails: optional(10_000),
  rightsToExcercise: Rights,
  requestType: RightsRequestType,
})
export type RightsForm = z.output<typeof RightsForm>
