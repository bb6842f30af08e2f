// What a directory may write and read, as SCIM describes it (RFC 7643 section 7): `/Schemas` shows it, and bodies,
// filters and patches are read by it.
export type ScimAttribute = {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable'
  readonly returned: 'default' | 'always'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly ScimAttribute[]
}

const attribute = (name: string, description: string, more: Partial<ScimAttribute> = {}): ScimAttribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const complex = (
  name: string,
  description: string,
  subAttributes: readonly ScimAttribute[],
  more: Partial<ScimAttribute> = {},
) => attribute(name, description, { type: 'complex', ...more, subAttributes })

const readOnly = { mutability: 'readOnly' } as const
const reference = (to: string, more: Partial<ScimAttribute> = {}) =>
  attribute('$ref', 'The address of it.', {
    type: 'reference',
    caseExact: true,
    referenceTypes: [to],
    ...readOnly,
    ...more,
  })

const one = (what: string, more: Partial<ScimAttribute> = {}) => [
  attribute('value', `The ${what}.`, more),
  attribute('type', 'What it is used for.', { canonicalValues: ['work'] }),
  attribute('primary', 'Whether it is the one that is kept.', { type: 'boolean' }),
]

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const userAttributes = [
  attribute(
    'userName',
    'The name in the directory. An account that the directory makes is named after it, and keeps its name.',
    { required: true, uniqueness: 'server' },
  ),
  complex(
    'name',
    'First and last name.',
    [attribute('familyName', 'Last name.'), attribute('givenName', 'First name.')],
    { required: true },
  ),
  attribute('displayName', 'The name that the directory shows.'),
  attribute('title', 'Job title.'),
  attribute('preferredLanguage', 'Language of mails and pages, as in Accept-Language.'),
  attribute(
    'active',
    'Whether the person may sign in; of somebody at home elsewhere, whether they belong to the tenant.',
    {
      type: 'boolean',
      required: true,
    },
  ),
  complex(
    'emails',
    'One address is kept: the primary one, or that of work, or the first; none where the user name is one.',
    one('e-mail address', { required: true }),
    { multiValued: true, required: true },
  ),
  complex('phoneNumbers', 'One number is kept: the primary one, or that of work, or the first.', one('number'), {
    multiValued: true,
  }),
  complex(
    'groups',
    'The groups of the directory that the person is in.',
    [
      attribute('value', 'The id of the group.', { ...readOnly, caseExact: true }),
      reference('Group'),
      attribute('display', 'The name of the group.', readOnly),
      attribute('type', 'Always direct.', { ...readOnly, canonicalValues: ['direct'] }),
    ],
    { multiValued: true, ...readOnly },
  ),
]

const groupAttributes = [
  attribute('displayName', 'The name of the group in the directory.', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'People of the directory.',
    [
      attribute('value', 'The id of the person.', { mutability: 'immutable', caseExact: true }),
      reference('User', { mutability: 'immutable' }),
      attribute('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
    { multiValued: true },
  ),
]

const enterpriseAttributes = [
  complex('manager', 'The manager, who is a person of the directory.', [
    attribute('value', 'The id of the manager.', { caseExact: true }),
    reference('User', { mutability: 'readWrite' }),
  ]),
]

const schema = (id: string, name: string, description: string, attributes: readonly ScimAttribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `/Schemas/${id}` },
})

export const schemas = [
  schema(userSchema, 'User', 'A person of the directory.', userAttributes),
  schema(groupSchema, 'Group', 'A group of the directory.', groupAttributes),
  schema(enterpriseSchema, 'EnterpriseUser', 'What companies keep of a person.', enterpriseAttributes),
]

/** By names in small letters: those of the enterprise extension are `enterprise.manager`. */
export type Attributes = ReadonlyMap<string, ScimAttribute>

const byName = (attributes: readonly ScimAttribute[], prefix = ''): [string, ScimAttribute][] =>
  attributes.map((one) => [prefix + one.name.toLowerCase(), one])

const common = [
  attribute('id', 'The id.', { ...readOnly, caseExact: true, returned: 'always' }),
  attribute('externalId', 'The id in the directory.', { caseExact: true }),
  attribute('schemas', 'The schemas.', { ...readOnly, multiValued: true, returned: 'always' }),
  complex('meta', 'When, and where.', [], readOnly),
]

export const ofUsers: Attributes = new Map([
  ...byName(common),
  ...byName(userAttributes),
  ...byName(enterpriseAttributes, 'enterprise.'),
])
export const ofGroups: Attributes = new Map([...byName(common), ...byName(groupAttributes)])
