// What people change of their own account, beside their language (contract/profile.ts, which every page loads).
import { z } from 'zod'
import { endpoints } from './kernel/endpoint.ts'
import { asRead } from './kernel/fields.ts'
import { Profile } from './profile.ts'
import { ownFields } from './user-forms.ts'

/**
 * The user name and the e-mail address are an administrator's to change: what is sent of them changes nothing (T25).
 */
export const ProfileChange = z.object({ ...ownFields, modifiedOn: asRead })
export type ProfileChange = z.input<typeof ProfileChange>

/** R5.6-10: this many bytes are taken, and one more is not. */
export const mostPictureBytes = 2_097_152
const picture = { accept: ['.png', '.jpg', '.jpeg', '.webp', '.gif'], mostBytes: mostPictureBytes } as const

export const profileChanges = endpoints({
  save: {
    method: 'PUT',
    path: '/profile',
    access: 'signed-in',
    summary: 'Changes the caller’s first name, last name and language.',
    input: ProfileChange,
    example: () => ({ firstName: 'Noa', lastName: 'Neu', language: 'en' }),
    output: Profile,
  },
  uploadPicture: {
    method: 'POST',
    path: '/profile/avatar',
    access: 'signed-in',
    summary: 'The caller’s picture, cut to a square and drawn anew without what the file tells besides.',
    upload: picture,
    output: Profile,
  },
  removePicture: {
    method: 'DELETE',
    path: '/profile/avatar',
    access: 'signed-in',
    summary: 'Removes the caller’s picture.',
    output: Profile,
  },
})
