// The menu of the administration (R2.5-04 … R2.5-15): the screens that the features say (`<name>.screen.ts`), in groups
// by task (docs/ux.md, rule 3). An entry is there as soon as its route is in web/app/router.tsx.
import { House } from 'lucide-react'
import { useRouter } from '@tanstack/react-router'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { defineScreen, type Screen, screenGroups } from '#web/lib/screen.ts'
import { rolesFor, useAccess } from '#web/lib/use-access.ts'
import { adminRoles } from '../shell/menu-entries.tsx'

const found = import.meta.glob<Screen>('../../features/*/*.screen.ts', { eager: true, import: 'screen' })

const home = defineScreen({ id: 'home', group: 'start', order: 1, path: '/admin', icon: House, for: adminRoles })

/** Anyone who may call what the screen is made of; the gate's three roles where that is everybody. */
const rolesOf = (who: Screen['for']): readonly RoleName[] => ('access' in who ? (rolesFor(who) ?? adminRoles) : who)

export type AdminScreen = Screen & { readonly roles: readonly RoleName[] }

/** The first group has no heading. */
export const adminScreens = screenGroups.map((id) => ({
  id,
  screens: [home, ...Object.values(found)]
    .filter(({ group }) => group === id)
    .toSorted((a, b) => a.order - b.order)
    .map((value): AdminScreen => ({ ...value, roles: rolesOf(value.for) })),
}))

const all = adminScreens.flatMap(({ screens }) => screens)
const isHome = ({ id }: Screen) => id === home.id

/** R2.5-60: the texts of fixed segments. */
const segmentOf = ({ path }: Screen) => path.split('/').at(-1) ?? ''
export const screenSegments = all
  .filter((value) => !isHome(value))
  .map((value) => ({ segment: segmentOf(value), id: value.id }))

/** Of an address: the screen itself, or the one that the page belongs to. */
export const screenAt = (pathname: string) =>
  all.find((value) => !isHome(value) && `${pathname}/`.startsWith(`${value.path}/`)) ??
  (/^\/admin\/?$/.test(pathname) ? all.find(isHome) : undefined)

/** The groups with the entries of anyone who asks; what has no route yet is not there. */
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
