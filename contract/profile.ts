// What a signed-in person sees and changes of their own account.
import { z } from 'zod'
import { endpoints } from './kernel/endpoint.ts'
import { pictures } from './pictures.ts'

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

/** A company that its user can choose. */
export const Company = z.object({ id: z.uuid(), title: z.string() })
export type Company = z.infer<typeof Company>

const LanguageChoice = z.object({ language: z.string().max(16) })

export const profile = endpoints({
  read: {
    method: 'GET',
    path: '/profile',
    access: 'signed-in',
    summary: 'The caller’s own profile.',
    output: Profile,
  },
  companies: {
    method: 'GET',
    path: '/profile/companies',
    access: 'signed-in',
    summary:
      'The tenants of which the caller is a member, by themselves or by a group: 1,000 at most, by title (additive).',
    output: z.object({ items: z.array(Company), count: z.int() }),
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
  avatar: pictures.avatar,
})
