// What a signed-in person sees and changes of their own account.
import { z } from 'zod'
import { endpoints, raw } from './kernel/endpoint.ts'

export const Profile = z.object({
  id: z.uuid(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  email: z.string(),
  language: z.string(),
  areaName: z.string(),
  roles: z.array(z.string()),
  modifiedOn: z.iso.datetime(),
  /** Changes with the picture; null where there is none. */
  avatarVersion: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

const LanguageChoice = z.object({ language: z.string().max(16) })

export const profile = endpoints({
  read: {
    method: 'GET',
    path: '/profile',
    access: 'signed-in',
    summary: 'The caller’s own profile.',
    output: Profile,
  },
  language: {
    method: 'GET',
    path: '/profile/language',
    access: 'signed-in',
    summary: 'The caller’s language.',
    output: LanguageChoice,
  },
  setLanguage: {
    method: 'PUT',
    path: '/profile/language',
    access: 'signed-in',
    summary: 'Changes the caller’s language.',
    input: LanguageChoice,
    output: LanguageChoice,
  },
  avatar: {
    method: 'GET',
    path: '/avatar/:hash',
    access: 'anyone',
    summary:
      'The picture of an e-mail address (hex MD5 or SHA-256 of it); generated initials where there is none (A-163).',
    params: z.object({ hash: z.string().max(64) }),
    query: z.object({
      s: z.coerce.number().int().min(16).max(512).catch(180).optional(),
      /** Without a picture, as Gravatar has it: `404`, or `blank` for nothing to see. */
      d: z.string().max(16).optional(),
      /** A new one passes the caches by. */
      v: z.string().max(64).optional(),
    }),
    output: raw('image/*'),
  },
})
