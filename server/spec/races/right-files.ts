// A right file for each endpoint that takes one.
import { mark } from '../attacks/make-target.ts'
import type { Target } from '../attacks/target.ts'

export type Sheet = { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** One pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const nameOf = ({ person }: Target) => person.userName.replace('target-', `${mark} `)
const where = ['tenant', 'application', 'role', 'isInheritable']
const role = ({ tenantId, application }: Target) => [tenantId, application.name, 'Member', 'yes']

export const rightFiles: Readonly<Record<string, (target: Target, short: string) => Sheet | Buffer>> = {
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
  'profile.uploadPicture': () => pixel,
  'applications.icon': () => pixel,
  'applications.uploadIcon': () => pixel,
}
