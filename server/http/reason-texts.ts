// The English words of the reasons that a refusal gives; the browser translates them by their codes.
type Reason = { readonly code: string; readonly data: Readonly<Record<string, string>> }

export const reasonTexts: Readonly<Record<string, string>> = {
  'changed-later': '{by} changed it later, on {on}',
  'changed-later-by-system': 'it was changed later, on {on}',
  'stands-differently': 'it stands differently by now',
  'undone-already': 'it was undone already, on {on}',
  'roles-ended': 'the end of {name} has passed',
  'too-little-kept': 'the audit log does not keep enough of it',
  'tenant-gone': 'the tenant {name} is gone',
  'parent-gone': 'the tenant above it is gone',
  'below-itself': 'the tenant above it stands below it by now',
  'too-deep': 'the tree would be too deep',
  'tenant-there': 'the tenant {name} is there',
  'identity-gone': 'the user or group {name} is gone',
  'user-gone': 'the user {name} is gone',
  'group-gone': 'the group {name} is gone',
  'group-there': 'the group {name} is there',
  'group-name-taken': 'there is another group named {name}',
  'area-gone': 'the area {name} is gone',
  'role-gone': 'the role {name} is gone',
  'role-there': 'the role {name} is there',
  'role-name-taken': 'there is another role named {name}',
  'application-gone': 'its application is gone',
  'rows-gone': '{count} of the {all} memberships that had it are gone',
}

const isTime = /^\d{4}-\d\d-\d\dT/
const readable = (value: string) => (isTime.test(value) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value)

export const sentenceOf = (reasons: readonly Reason[]) =>
  reasons
    .map(({ code, data }) =>
      (reasonTexts[code] ?? code).replace(/\{(\w+)\}/g, (_, name: string) => readable(data[name] ?? '')),
    )
    .join('; ')
