// A right file for each endpoint that takes one.
import { pdf, rightFields, type SentForm, type SentFile } from '#server/features/rights/rights-forms.harness.ts'
import { mark } from '../attacks/make-target.ts'
import type { Target } from '../attacks/target.ts'

export type Sheet = { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** Several files beside fields of text. */
export type FilledForm = { readonly fields: SentForm; readonly files: readonly SentFile[] }

/** One pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const nameOf = ({ person }: Target) => person.userName.replace('target-', `${mark} `)
const where = ['tenant', 'application', 'role', 'isInheritable']
const role = ({ tenantId, application }: Target) => [tenantId, application.name, 'Member', 'yes']

export const rightFiles: Readonly<Record<string, (target: Target, short: string) => Sheet | Buffer | FilledForm>> = {
  'users.bulkInsert': ({ areaId }, short) => ({
    titles: ['userName', 'email', 'firstName', 'lastName', 'area', 'language'],
    rows: [[short, `${short}@people.example`, 'Noa', 'Neu', areaId, 'en']],
  }),
  'groups.bulkInsert': ({ person }) => ({ titles: ['userName', 'permission'], rows: [[person.userName, 'Owner']] }),
  'permissions.insertUsers': (target) => ({
    titles: ['userName', ...where],
    rows: [[target.person.userName, ...role(target)]],
  }),
  'permissions.insertGroups': (target) => ({
    titles: ['group', ...where],
    rows: [[nameOf(target), ...role(target)]],
  }),
  'request-imports.bulkInsert': ({ person, application }) => ({
    titles: ['userName', 'roles'],
    rows: [[person.userName, `${application.name}: Member`]],
  }),
  'request-imports.fullBulkInsert': ({ areaId, application }, short) => ({
    titles: ['userName', 'email', 'firstName', 'lastName', 'area', 'language', 'roles'],
    rows: [[short, `${short}@people.example`, 'Noa', 'Neu', areaId, 'en', `${application.name}: Member`]],
  }),
  'rights.exercise': () => ({ fields: rightFields, files: [['id.pdf', pdf]] }),
  'profile.uploadPicture': () => pixel,
  'applications.icon': () => pixel,
  'applications.uploadIcon': () => pixel,
}
