// What is sent to create a user, to change one, and to give one a password (R7.5-12, R7.6-04).
import { z } from 'zod'
import { asRead, optional } from './kernel/fields.ts'
import { languages } from './kernel/language.ts'
import { issue } from './kernel/issue.ts'
import type { IssueCode } from './kernel/issue-texts.ts'

const text = (missing: IssueCode, most = 200) =>
  z
    .string({ error: issue(missing) })
    .trim()
    .min(1, { error: issue(missing), abort: true })
    .max(most, { error: issue('too-long'), abort: true })

/** One plain address, without invisible signs; a mail goes to nothing else (server/platform/mail/envelope.ts). */
const emailPattern = /^[^\s\p{C}@,;:<>"()[\]\\]+@[^\s\p{C}@,;:<>"()[\]\\.]+(?:\.[^\s\p{C}@,;:<>"()[\]\\.]+)+$/u

const language = z
  .string({ error: issue('language-missing') })
  .trim()
  .toLowerCase()
  .pipe(
    z.enum(languages, {
      error: ({ input }) => issue(input ? 'language-not-valid' : 'language-missing'),
    }),
  )

/** What people change of themselves as well (R5.2-13). */
export const ownFields = { firstName: text('first-name-missing'), lastName: text('last-name-missing'), language }

const fields = {
  email: z
    .string({ error: issue('email-missing') })
    .trim()
    .min(1, { error: issue('email-missing'), abort: true })
    .max(256, { error: issue('too-long'), abort: true })
    .regex(emailPattern, issue('email-not-valid')),
  firstName: ownFields.firstName,
  lastName: ownFields.lastName,
  areaId: z.uuid({ error: issue('area-missing') }),
  language,
  validateScopes: z.boolean().default(false),
}

const place = {
  jobTitle: optional(200),
  manager: optional(200),
  teams: z
    .array(z.string().trim().min(1).max(200))
    .max(200)
    .nullish()
    .transform((teams) => teams ?? []),
  phoneNumber: optional(200),
  internalCategory: optional(200),
}

/**
 * Letters and what stands in addresses; no blanks and nothing invisible, so that it can be typed, quoted and told
 * apart.
 */
export const userNamePattern = /^[^\s\p{C}/\\?#%&<>"'`,;:()[\]{}|^]+$/u

/** Somebody who is not let in yet. */
export const DraftUser = z.object({
  userName: text('user-name-missing', 256).regex(userNamePattern, issue('user-name-characters')),
  ...fields,
  ...place,
})

export const NewUser = z
  .object({
    ...DraftUser.shape,
    sendEmailInvite: z.boolean().default(false),
    password: z.string().max(128, issue('too-long')).nullish(),
    confirmPassword: z.string().max(128, issue('too-long')).nullish(),
  })
  .superRefine(({ password, confirmPassword }, context) => {
    if (password && !confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: issue('password-confirmation-missing') })
    else if (!password && confirmPassword)
      context.addIssue({ code: 'custom', path: ['password'], message: issue('password-missing') })
    else if ((password ?? '') !== (confirmPassword ?? ''))
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: issue('passwords-differ') })
  })
export type NewUser = z.infer<typeof NewUser>

/** `userName` stays; what does not stand here is not changed by it (T25). */
export const SavedUser = z.object({
  ...fields,
  ...place,
  modifiedOn: asRead,
})
export const UserChange = SavedUser.extend({ validateScopes: z.boolean() }).partial()

export const NewPassword = z
  .object({
    password: z
      .string({ error: issue('new-password-missing') })
      .min(1, issue('new-password-missing'))
      .max(128, issue('too-long')),
    confirmPassword: z
      .string({ error: issue('new-password-confirmation-missing') })
      .min(1, issue('new-password-confirmation-missing'))
      .max(128, issue('too-long')),
  })
  .superRefine(({ password, confirmPassword }, context) => {
    if (password !== confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: issue('new-passwords-differ') })
  })
