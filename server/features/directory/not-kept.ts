// What RFC 7643 knows of people and groups and the portal does not keep. Directories send it by habit: it is passed
// over in bodies and patches, and a filter finds nothing by it.

const parts = (name: string, names: readonly string[]) => names.map((part) => `${name}.${part}`)
const usual = ['value', 'display', 'type', 'primary']
const many = (name: string) => [name, ...parts(name, usual)]

const ofUsers = [
  ...parts('name', ['formatted', 'middlename', 'honorificprefix', 'honorificsuffix']),
  'nickname',
  'profileurl',
  'usertype',
  'locale',
  'timezone',
  'emails.display',
  'phonenumbers.display',
  ...['ims', 'photos', 'entitlements', 'roles', 'x509certificates'].flatMap(many),
  'addresses',
  ...parts('addresses', ['formatted', 'streetaddress', 'locality', 'region', 'postalcode', 'country']),
  ...parts('addresses', ['type', 'primary']),
  ...parts('enterprise', ['employeenumber', 'costcenter', 'organization', 'division', 'department']),
  'enterprise.manager.displayname',
]
const ofGroups = ['members.display']

/** A filter by the password is refused: it is nothing to ask for. */
export const notKept: ReadonlySet<string> = new Set([...ofUsers, ...ofGroups, 'password'])

export const nothingKept = { ofUsers, ofGroups } as const
