// What somebody has at a tenant, put into the order in which it is shown and changed; the server has the last word.
import { isGodRole } from '#contract/policies.ts'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import type { RoleEntry } from '#contract/role-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import { roleTitle } from '#web/lib/role-title.ts'
import { plainText } from '#web/lib/plain-text.ts'

export type Visibility = 'OperationRequest' | 'ServiceManager'
export type Tenant = { readonly id: string; readonly title: string }
export type Identity = {
  readonly id: string
  readonly type: 'User' | 'Group'
  readonly displayName: string
  readonly email?: string | null
}

type Application = Pick<ApplicationWithRoles, 'id' | 'name' | 'displayName'>
export type Choice = ApplicationWithRoles['roles'][number]

/** One application in the editor. */
export type Access = {
  readonly application: Application
  /** Given here, and perhaps above, too. */
  readonly own: readonly RoleEntry[]
  /** From above only. */
  readonly inherited: readonly RoleEntry[]
  /** What is not given here yet. */
  readonly choices: readonly Choice[]
}

/** Own here; `Both` is own and inherited. What comes through a group is neither. */
export const isOwn = ({ hierarchyType, viaGroup }: RoleEntry) => !viaGroup && hierarchyType !== 'ByHierarchy'
export const isInherited = ({ hierarchyType, viaGroup }: RoleEntry) => !viaGroup && hierarchyType !== 'Own'

/** Of applications, by id. */
export type Titles = ReadonlyMap<number, string>

/** In a sentence: with its application (docs/ux.md, rule 28). */
export const titled = ({ applicationId, applicationName, roleName }: RoleEntry, titles: Titles) =>
  roleTitle({ applicationTitle: titles.get(applicationId) ?? applicationName, roleName })

const idOf = ({ roleId }: RoleEntry) => roleId

/** The own roles as they stand, for a write that replaces them. */
export const standing = (roles: readonly RoleEntry[]) => {
  const own = roles.filter(isOwn)
  return { roles: own.map(idOf), ends: own.flatMap(({ roleId, endsOn }) => (endsOn ? [{ roleId, endsOn }] : [])) }
}

/** Whether there is a row of this very tenant: of an inherited one the server shows the one above. */
export const standsHere = ({ id, hierarchyType }: Pick<IdentityAtTenant, 'id' | 'hierarchyType'>) =>
  id !== null && hierarchyType !== 'ByHierarchy'

const portalWide = 'identity.global'
const ofPortal = ({ name }: Application) => name === portalWide

/** Roles of the whole portal are given at Global only (domain-model 3). */
export const isElsewhere = (application: Application, tenant: Tenant) =>
  ofPortal(application) && tenant.id !== globalTenant

/** God is given and taken by God only. */
export const isGods = isGodRole

/** R6-12: what everybody has is God's to change. */
export const isEveryone = (
  { identityType, displayName, memberCount }: Pick<Member, 'identityType' | 'displayName' | 'memberCount'>,
  tenantId: string,
) => tenantId === globalTenant && identityType === 'Group' && displayName === 'Users' && memberCount === null

type ViewerScope = {
  /** R6-11: sees the application of the whole portal. */
  readonly portal: boolean
  /** R6-20: sees only what is meant for requests, or for service managers. */
  readonly visibility: Visibility | undefined
}

const known = ({ roles }: ApplicationWithRoles) => new Set(roles.map(({ id }) => id))

/** Of applications that the list has no longer, such as one without roles to choose. */
const others = (applications: readonly ApplicationWithRoles[], roles: readonly RoleEntry[]): ApplicationWithRoles[] => {
  const listed = new Set(applications.map(({ id }) => id))
  const missing = new Map(
    roles
      .filter(({ applicationId }) => !listed.has(applicationId))
      .map((role) => [role.applicationId, role.applicationName]),
  )
  return [...missing].map(([id, name]) => ({ id, name, displayName: name, roles: [] }))
}

export const accessOf = (
  applications: readonly ApplicationWithRoles[],
  roles: readonly RoleEntry[],
  { portal, visibility }: ViewerScope,
): Access[] => {
  const personal = roles.filter(({ viaGroup }) => !viaGroup)
  const all = visibility ? applications : [...applications, ...others(applications, personal)]
  return all
    .filter((application) => portal || !ofPortal(application))
    .map((application) => {
      const visible = known(application)
      const here = personal.filter(
        ({ applicationId, roleId }) => applicationId === application.id && (!visibility || visible.has(roleId)),
      )
      const own = here.filter(isOwn)
      const assigned = new Set(own.map(idOf))
      return {
        application,
        own,
        inherited: here.filter((role) => !isOwn(role)),
        choices: application.roles.filter(({ id }) => !assigned.has(id)),
      }
    })
}

export const hasAccess = ({ own, inherited }: Access) => own.length + inherited.length > 0

/** R4.8-03: what comes from above is taken there, by an Administrator. */
export const passedDown = ({ own, inherited }: Access) => [...own, ...inherited].filter(isInherited)

/** By application, or by any of its roles; accents do not matter. */
export const matches = ({ application, own, inherited, choices }: Access, typed: string) => {
  const words = plainText(typed.trim())
  const texts = [
    application.displayName,
    application.name,
    ...[...own, ...inherited].map(({ roleName }) => roleName),
    ...choices.map(({ name }) => name),
  ]
  return texts.some((text) => plainText(text).includes(words))
}

/** Those of a user's groups that give something here, and how much. */
export const throughGroups = (roles: readonly RoleEntry[]) => {
  const assigned = roles.filter(({ viaGroup }) => viaGroup)
  return { count: assigned.length, groups: [...new Set(assigned.flatMap(({ viaGroup }) => viaGroup?.name ?? []))] }
}

/** Roles under their applications, in the order of the list. */
export const byApplication = (roles: readonly RoleEntry[]) => [
  ...Map.groupBy(roles, ({ applicationId }) => applicationId).values(),
]

/** The distinct tenants from which roles come down. */
export const sourcesOf = (roles: readonly RoleEntry[]) => [
  ...new Set(roles.flatMap(({ inheritedFrom }) => inheritedFrom?.tenantName ?? [])),
]

/** A day as the reader's calendar has it, and the moment at which it begins. */
export const dayOf = (moment: string) => {
  const date = new Date(moment)
  return [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')
}
export const beginningOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()

/** Within so many days an end is announced. */
export const announced = 30
