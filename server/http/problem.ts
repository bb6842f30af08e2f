// A refusal on the wire: problem+json (RFC 9457) with the members the specification's clients read.
import { STATUS_CODES } from 'node:http'
import type { Problem } from '#contract/kernel/answer.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { sentenceOf } from './reason-texts.ts'

const permission = 'You dont have permission to perform this action'

/** The English words of each refusal; the browser translates by `code`. */
export const refusalTexts: Readonly<Record<string, string>> = {
  invalid: 'Some fields are not valid',
  'invalid-language': 'Invalid preferred language',
  'not-signed-in': 'Access is denied',
  'permission-missing': permission,
  'foreign-origin': permission,
  'xsrf-token-missing': permission,
  'not-found': 'Not found',
  'user-not-found': 'User does not exist',
  'application-not-found': 'Application not found',
  'application-taken': 'Already exists an app with this id, name or both',
  'application-is-system':
    'This application belongs to the portal itself: it can be neither deleted, renamed nor disabled',
  'role-not-found': 'Role not found or not available for the selected application',
  'role-name-taken': 'This application has a role with this name already',
  'role-name-stays': 'The name of a role cannot be changed',
  'role-is-system': 'This role belongs to the portal itself',
  'role-scope-taken': 'This role has this scope already',
  'scoped-permission-taken': 'This user has this scope already',
  'image-not-readable': 'The file is no picture that can be read',
  'icon-not-found': 'Not found',
  'avatar-not-found': 'Not found',
  'file-gone': 'The uploaded file is not there any more: upload it again',
  'sheet-columns-missing': 'The sheet lacks required columns',
  'cannot-delete-oneself': 'You cannot delete your own account',
  'acting-for-somebody': 'You are looking as somebody else: nothing can be changed',
  'identify-as-disabled': 'Nobody acts as somebody else here: the installation does not allow it',
  'identify-as-god': 'Nobody acts as a God',
  'identify-as-locked': 'Nobody acts as somebody who may not sign in',
  'identify-as-over': 'This link is over: begin again',
  'request-not-found': 'Not found',
  'request-is-decided': 'This request is decided already',
  'operation-request-one-waiting': 'A request for this user or group at this tenant waits already',
  'changed-meanwhile': '{by} changed this on {on}: look at it again before you save',
  'password-too-weak': 'The password does not follow the rules',
  'password-too-common': 'This password is one of those that are tried first',
  'password-reused': 'None of the last 7 passwords may be used again',
  'cannot-lock-oneself': 'You cannot lock your own account',
  'user-name-taken': 'This user name is already in use',
  'user-name-looks-alike': 'This user name looks like one that is in use already',
  'user-email-taken': 'This e-mail is already in use',
  'access-token-name-taken': 'You already have a token with this name',
  'group-not-found': 'Not found',
  'group-name-taken': "There's already a group named {name}",
  'group-is-automated': 'The system keeps this group: its name, its area and its members cannot be changed by hand',
  'tenant-not-found': 'Not found',
  'tenant-has-children': 'There are tenants below this one: move or delete them first',
  'tenant-is-global': 'The global tenant cannot be edited, moved or deleted',
  'tenant-below-itself': 'A tenant cannot stand below itself or below a tenant of its own',
  'tenant-too-deep': 'The tree would have more than 100 levels',
  'identity-not-found': 'There is no such user or group',
  'users-group-has-no-tenants': 'No further tenant roles may be added to the group Users',
  'tenant-member-not-found': 'Not a member of this tenant',
  'undo-conflict': 'This cannot be undone any more: {reasons}',
  'preview-changed': 'Something else would happen by now: look at it again',
  'not-undoable': 'This is no change of access that could be undone',
  'only-admin-revokes': 'Only Admin can revoke this access',
  'member-not-found': 'Not a member of this group',
  'last-administrator': 'This would leave nobody with the role God, or nobody with the role Administrator',
  'area-not-found': 'Not found',
  'area-name-taken': 'There is already an area with this name',
  'area-in-use': 'This area is in use and cannot be deleted',
  'area-is-system': 'This area belongs to the system: it can be neither renamed nor deleted',
  'area-is-default': 'The default area cannot be deleted: make another one the default first',
  'notification-not-found': 'Not found',
  'process-not-found': 'Not found',
  'file-not-found': 'Not found',
  'too-many-connections': 'You are connected too many times already',
  'too-many-processes': 'Too many of your processes are waiting: try again when some have ended',
  'body-too-large': 'The request is too large',
  'file-missing': 'Send a form with a file in the field “file”',
  'file-too-large': 'The file is too large',
  'two-megabytes-exceeded': '2MB limit exceeded',
  'extension-not-allowed': 'Extension not allowed',
  'sheet-not-readable': 'The file cannot be read as an Excel workbook (.xlsx)',
  'sheet-encrypted': 'The workbook is protected with a password',
  'sheet-with-macros': 'The workbook contains macros: save it as .xlsx without them',
  'sheet-has-no-rows': 'The first sheet has no rows below its header',
  'sheet-too-large': 'The workbook is too large',
  'sheet-has-too-many-rows': 'The first sheet has more rows than are allowed',
  'sheet-has-too-many-columns': 'The first sheet has more columns than are allowed',
  'unsupported-media-type': 'Send application/json',
  'too-many-requests': 'Too many requests came from your network, please wait a moment and try again',
  'address-too-long': 'The address is too long',
  'headers-too-large': 'The head of the request is too large',
  'request-too-slow': 'The request took too long to arrive',
  stopping: 'This server is about to stop, please try again',
  'storage-full': 'There is no room left to store anything: please tell whoever runs this service',
  busy: 'The service is busy, please try again in a moment',
  'database-unavailable': 'The service is not available at the moment, please try again',
}

/** Of what we did not foresee nothing is told: it stands in the log only. */
export const unknownProblem: Problem = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  code: 'unknown',
  message: 'Unknown error',
  messages: ['Unknown error'],
  errors: [],
}

export const problemOf = (refusal: Refusal): Problem => {
  const more = moreOf(refusal)
  const text = refusalTexts[refusal.code] ?? STATUS_CODES[refusal.status] ?? 'Unknown error'
  const message = filled(text, { ...refusal.detail, ...inWords(more) })
  const errors = fieldErrors(refusal, message)
  // A sentence of ours stands by itself; what a field's rule says needs the field's name.
  const messages = Array.isArray(refusal.detail['issues'])
    ? errors.map((error) => `${error.field}: ${error.message}`)
    : [message]
  return {
    type: 'about:blank',
    title: STATUS_CODES[refusal.status] ?? 'Error',
    status: refusal.status,
    code: refusal.code,
    message: messages.join('. '),
    messages,
    errors,
    ...more,
  }
}

type More = Pick<Problem, 'reasons' | 'changed' | 'preview'>

/** What a code alone does not say, as data. */
const moreOf = (refusal: Refusal): More => {
  const { reasons, preview } = refusal.detail as More
  const changed = changedOf(refusal)
  return {
    ...(reasons && { reasons }),
    ...(changed && { changed }),
    ...(refusal.code === 'preview-changed' && { preview }),
  }
}

const inWords = ({ reasons, changed }: More) => ({
  ...(reasons && { reasons: sentenceOf(reasons) }),
  ...(changed && { by: changed.by ?? 'The system', on: inUtc(changed.on) }),
})

/** Which field of a form a constraint is about: it is taken by somebody else. */
const fieldOfConstraint: Readonly<Record<string, string>> = {
  'user-name-taken': 'userName',
  'user-name-looks-alike': 'userName',
  'user-email-taken': 'email',
  'area-name-taken': 'name',
  'group-name-taken': 'name',
  'role-name-taken': 'name',
  'role-scope-taken': 'scope',
  'scoped-permission-taken': 'scope',
  'access-token-name-taken': 'name',
  'application-taken': 'name',
}

const changedOf = ({ code, detail }: Refusal) =>
  code === 'changed-meanwhile' ? (detail['changed'] as Problem['changed']) : undefined

/** 2026-11-22 04:10:33 UTC */
const inUtc = (moment: string) => `${moment.slice(0, 19).replace('T', ' ')} UTC`

/** `{name}` in a text is what the refusal says of it. */
const filled = (text: string, detail: Refusal['detail']) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(detail, name) ? String(detail[name]) : place))

const fieldErrors = ({ code, detail }: Refusal, message: string): { field: string; message: string }[] => {
  const field = detail['constraint'] === undefined ? detail['field'] : fieldOfConstraint[code]
  if (typeof field === 'string') return [{ field, message }]
  const issues = detail['issues']
  return Array.isArray(issues)
    ? (issues as { path: PropertyKey[]; message: string }[]).map((issue) => ({
        field: issue.path.map(String).join('.') || 'body',
        message: issue.message,
      }))
    : []
}

const byCode: Readonly<Record<string, () => Refusal>> = {
  // disk_full of PostgreSQL, and our own disk: what only reads goes on.
  53100: () => new Refusal('storage-full', 507),
  ENOSPC: () => new Refusal('storage-full', 507),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('body-too-large', 413),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('unsupported-media-type', 415),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('address-too-long', 414),
}

/** What the framework refuses before a use case sees it, as refusals of ours. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  const { code = '', statusCode = 500, name } = error as { code?: string; statusCode?: number; name?: string }
  if (name === 'DatabaseUnavailable') return new Refusal('database-unavailable', 503)
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined
  if (known) return known()
  if (statusCode === 404) return new Refusal('not-found', 404)
  return statusCode >= 400 && statusCode < 500 ? new Refusal('invalid', 400) : undefined
}
