// The menu of the administration (R2.5-04 … R2.5-15), one line for each screen. An entry is there as soon as its route
// is in web/app/router.tsx, for whoever has any one of its roles; `list` gives it the number of its rows.
import {
  AppWindow,
  Building2,
  Fingerprint,
  House,
  KeyRound,
  KeySquare,
  Layers,
  type LucideIcon,
  ScanSearch,
  ScrollText,
  ShieldCheck,
  ShieldHalf,
  Users,
  UsersRound,
} from 'lucide-react'
import { useRouter } from '@tanstack/react-router'
import { accessTokens } from '#contract/access-tokens.ts'
import { applications } from '#contract/applications.ts'
import { areas } from '#contract/areas.ts'
import { groups } from '#contract/groups.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { permissions } from '#contract/permissions.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { rolesFor, useAccess } from '#web/lib/use-access.ts'
import { adminRoles } from '../shell/menu-entries.tsx'

type Counted =
  | typeof users.list
  | typeof groups.list
  | typeof areas.list
  | typeof applications.list
  | typeof tenants.list

export type ScreenId =
  | 'home'
  | 'users'
  | 'groups'
  | 'areas'
  | 'tenants'
  | 'applications'
  | 'permissions'
  | 'pats'
  | 'twomodeauth'
  | 'securityConfig'
  | 'control-pats'
  | 'logs'
  | 'inspector'

export type AdminScreen = {
  /** The key of its title, too: `admin:users`. */
  id: ScreenId
  path: string
  icon: LucideIcon
  roles: readonly RoleName[]
  /** Opened by its address only. */
  unlisted?: true
  /** Its page lets others stay as well, and sends everybody else away. */
  ownGuard?: true
  list?: Counted
}

/** Whoever may call what the screen is made of; of the gate's three roles where that is for everybody. */
const forCallersOf = (endpoint: AnyEndpoint) => rolesFor(endpoint) ?? adminRoles

/** Screens whose endpoints are not in the contract yet, or are for more people than the screen (R2.5-16). */
const administrator: readonly RoleName[] = ['Administrator']
const god: readonly RoleName[] = ['God']

const home: AdminScreen = { id: 'home', path: '/admin', icon: House, roles: adminRoles }

/** In groups by task (design/ux.md, rule 3); the first has no heading. */
export const adminScreens: readonly {
  id: 'start' | 'directory' | 'access' | 'security' | 'activity'
  screens: readonly AdminScreen[]
}[] = [
  { id: 'start', screens: [home] },
  {
    id: 'directory',
    screens: [
      { id: 'users', path: '/admin/users', icon: Users, roles: forCallersOf(users.list), list: users.list },
      { id: 'groups', path: '/admin/groups', icon: UsersRound, roles: forCallersOf(groups.roles), list: groups.list },
      { id: 'areas', path: '/admin/areas', icon: Layers, roles: forCallersOf(areas.create), list: areas.list },
      { id: 'tenants', path: '/admin/tenants', icon: Building2, roles: forCallersOf(tenants.get), list: tenants.list },
    ],
  },
  {
    id: 'access',
    screens: [
      {
        id: 'applications',
        path: '/admin/applications',
        icon: AppWindow,
        roles: forCallersOf(applications.list),
        list: applications.list,
      },
      {
        id: 'permissions',
        path: '/admin/permissions',
        icon: ShieldCheck,
        roles: forCallersOf(permissions.users),
        ownGuard: true,
      },
      { id: 'pats', path: '/admin/pats', icon: KeyRound, roles: forCallersOf(accessTokens.list) },
    ],
  },
  {
    id: 'security',
    screens: [
      {
        id: 'twomodeauth',
        path: '/admin/twomodeauth',
        icon: Fingerprint,
        roles: forCallersOf(tenants.setSecondFactor),
      },
      { id: 'securityConfig', path: '/admin/securityConfig', icon: ShieldHalf, roles: god },
      { id: 'control-pats', path: '/admin/control-pats', icon: KeySquare, roles: forCallersOf(accessTokens.all) },
    ],
  },
  {
    id: 'activity',
    screens: [
      { id: 'logs', path: '/admin/logs', icon: ScrollText, roles: administrator },
      { id: 'inspector', path: '/admin/inspector', icon: ScanSearch, roles: administrator, unlisted: true },
    ],
  },
]

const all = adminScreens.flatMap(({ screens }) => screens)

/** R2.5-60: the words of fixed segments. */
export const segmentOf = ({ path }: AdminScreen) => path.split('/').at(-1) ?? ''
export const screenSegments = all
  .filter((screen) => screen !== home)
  .map((screen) => ({ segment: segmentOf(screen), id: screen.id }))

/** Of an address: the screen itself, or the one that the page belongs to. */
export const screenAt = (pathname: string) =>
  all.find((screen) => screen !== home && `${pathname}/`.startsWith(`${screen.path}/`)) ??
  (/^\/admin\/?$/.test(pathname) ? home : undefined)

/** The groups with the entries of whoever asks; what has no route yet is not there. */
export const useAdminMenu = () => {
  const has = useAccess()
  const { routesByPath } = useRouter()
  return adminScreens
    .map(({ id, screens }) => ({
      id,
      screens: screens.filter(({ path, roles, unlisted }) => !unlisted && path in routesByPath && has(...roles)),
    }))
    .filter(({ screens }) => screens.length > 0)
}
