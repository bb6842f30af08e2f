// The pages of the administration about people, and about the applications that they open.
import { lazyRouteComponent as lazy, type RouteComponent } from '@tanstack/react-router'

type PageOf<Route> = (path: string, texts: readonly string[], component: RouteComponent) => Route

const applicationPages = <Route>(page: PageOf<Route>) => [
  page(
    'applications',
    ['applications'],
    lazy(() => import('#web/features/applications/applications-page.tsx'), 'ApplicationsPage'),
  ),
  page(
    'applications/$id/{-$tab}',
    ['applications'],
    lazy(() => import('#web/features/applications/application-page.tsx'), 'ApplicationPage'),
  ),
  page(
    'applications/$applicationId/roles/$id',
    ['applications'],
    lazy(() => import('#web/features/applications/role-page.tsx'), 'RolePage'),
  ),
  page(
    'applications/$applicationId/users/$id',
    ['applications'],
    lazy(() => import('#web/features/applications/application-user-page.tsx'), 'ApplicationUserPage'),
  ),
]

export const directoryPages = <Route>(page: PageOf<Route>) => [
  page(
    'users',
    ['table', 'users'],
    lazy(() => import('./users-route.tsx'), 'UsersRoute'),
  ),
  page(
    'users/$userId',
    ['table', 'users'],
    lazy(() => import('./user-route.tsx'), 'UserRoute'),
  ),
  page(
    'areas',
    ['areas'],
    lazy(() => import('#web/features/areas/areas-page.tsx'), 'AreasPage'),
  ),
  page(
    'groups',
    ['groups'],
    lazy(() => import('#web/features/groups/groups-page.tsx'), 'GroupsPage'),
  ),
  page(
    'groups/$groupId',
    ['groups'],
    lazy(() => import('#web/features/groups/group-page.tsx'), 'GroupPage'),
  ),
  ...applicationPages(page),
]
