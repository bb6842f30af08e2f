// What is sent to create a user, to change one, and to give one a password (R7.5-12, R7.6-04).
import { z } from 'zod'
import { asRead, optional } from './kernel/fields.ts'
import { languages } from './kernel/language.ts'

const text = (message: string, most = 200) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message, abort: true })
    .max(most, { error: `At most ${most} characters`, abort: true })

/** One plain address, without invisible signs; a mail goes to nothing else (server/platform/mail/envelope.ts). */
const emailPattern = /^[^\s\p{C}@,;:<>"()[\]\\]+@[^\s\p{C}@,;:<>"()[\]\\.]+(?:\.[^\s\p{C}@,;:<>"()[\]\\.]+)+$/u

const fields = {
  email: z
    .string({ error: 'Please input your email!' })
    .trim()
    .min(1, { error: 'Please input your email!', abort: true })
    .max(256, { error: 'At most 256 characters', abort: true })
    .regex(emailPattern, 'Invalid email address.'),
  firstName: text('Please input your first name!'),
  lastName: text('Please input your last name!'),
  areaId: z.uuid({ error: 'Area required' }),
  language: z
    .string({ error: 'Please select your preferred language!' })
    .trim()
    .toLowerCase()
    .pipe(
      z.enum(languages, {
        error: (issue) => (issue.input ? 'Invalid preferred language' : 'Please select your preferred language!'),
      }),
    ),
  validateScopes: z.boolean().default(false),
}

const place = {
  jobTitle: optional('jobTitle', 200),
  manager: optional('manager', 200),
  teams: z
    .array(z.string().trim().min(1).max(200))
    .max(200)
    .nullish()
    .transform((teams) => teams ?? []),
  phoneNumber: optional('phoneNumber', 200),
  internalCategory: optional('internalCategory', 200),
}

export const userNameText = 'Please input your username!'
/**
 * Letters and what stands in addresses; no blanks and nothing invisible, so that it can be typed, quoted and told
 * apart.
 */
export const userNamePattern = /^[^\s\p{C}/\\?#%&<>"'`,;:()[\]{}|^]+$/u

/** Somebody who is not let in yet. */
export const DraftUser = z.object({
  userName: text(userNameText, 256).regex(userNamePattern, 'Letters, numbers and . _ - @ + only'),
  ...fields,
  ...place,
})

export const NewUser = z
  .object({
    ...DraftUser.shape,
    sendEmailInvite: z.boolean().default(false),
    password: z.string().max(128, 'At most 128 characters').nullish(),
    confirmPassword: z.string().max(128, 'At most 128 characters').nullish(),
  })
  .superRefine(({ password, confirmPassword }, context) => {
    if (password && !confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'Please confirm your password!' })
    else if (!password && confirmPassword)
      context.addIssue({ code: 'custom', path: ['password'], message: 'Please input your password!' })
    else if ((password ?? '') !== (confirmPassword ?? ''))
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: "Passwords don't match" })
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
      .string({ error: 'Please input the new password!' })
      .min(1, 'Please input the new password!')
      .max(128, 'At most 128 characters'),
    confirmPassword: z
      .string({ error: 'Please input the password confirmation!' })
      .min(1, 'Please input the password confirmation!')
      .max(128, 'At most 128 characters'),
  })
  .superRefine(({ password, confirmPassword }, context) => {
    if (password !== confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'The passwords you entered do not match' })
  })
