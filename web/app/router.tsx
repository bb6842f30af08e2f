// The four areas below the base path, and the landing page for every other path (R2.2).
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { basePath, under } from '#web/lib/base.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { RootLayout } from './root-layout.tsx'
import { Shell } from './shell/shell.tsx'
import { SignedIn } from './signed-in.tsx'

const landing = () => import('./landing/landing-page.tsx')

const root = createRootRoute({ component: RootLayout, notFoundComponent: lazyRouteComponent(landing, 'LandingPage') })

/** R2.2: at once, to the server's external login. */
const microsoft = createRoute({
  getParentRoute: () => root,
  path: '/microsoft',
  beforeLoad: () => {
    location.replace(`${under('api/v1/account/externalLogin')}?provider=Microsoft`)
    return new Promise<never>(() => {})
  },
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: () => (
    <SignedIn>
      <Outlet />
    </SignedIn>
  ),
})
const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
})

const hub = lazyRouteComponent(() => import('#web/features/hub/hub-page.tsx'), 'HubPage')
const index = createRoute({ getParentRoute: () => shell, path: '/', component: hub })
const home = createRoute({ getParentRoute: () => shell, path: '/home', component: hub })
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  loader: () => addTexts('profile'),
  component: lazyRouteComponent(() => import('./profile-route.tsx'), 'ProfileRoute'),
})
const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  loader: () => Promise.all([addTexts('admin'), addTexts('table')]),
  component: lazyRouteComponent(() => import('./admin/admin-area.tsx'), 'AdminArea'),
})
const adminHome = createRoute({
  getParentRoute: () => admin,
  path: '/',
  component: lazyRouteComponent(() => import('./admin/admin-home.tsx'), 'AdminHome'),
})
const areaList = createRoute({
  getParentRoute: () => admin,
  path: 'areas',
  loader: () => addTexts('areas'),
  component: lazyRouteComponent(() => import('#web/features/areas/areas-page.tsx'), 'AreasPage'),
})

const userTexts = () => Promise.all([addTexts('table'), addTexts('users')])
const userList = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  loader: userTexts,
  component: lazyRouteComponent(() => import('./admin/users-route.tsx'), 'UsersRoute'),
})
const userPage = createRoute({
  getParentRoute: () => admin,
  path: 'users/$userId',
  loader: userTexts,
  component: lazyRouteComponent(() => import('./admin/user-route.tsx'), 'UserRoute'),
})

const groupTexts = () => addTexts('groups')
const groupList = createRoute({
  getParentRoute: () => admin,
  path: 'groups',
  loader: groupTexts,
  component: lazyRouteComponent(() => import('#web/features/groups/groups-page.tsx'), 'GroupsPage'),
})
const groupPage = createRoute({
  getParentRoute: () => admin,
  path: 'groups/$groupId',
  loader: groupTexts,
  component: lazyRouteComponent(() => import('#web/features/groups/group-page.tsx'), 'GroupPage'),
})

const applicationTexts = () => addTexts('applications')
const applicationList = createRoute({
  getParentRoute: () => admin,
  path: 'applications',
  loader: applicationTexts,
  component: lazyRouteComponent(() => import('#web/features/applications/applications-page.tsx'), 'ApplicationsPage'),
})
const applicationPage = createRoute({
  getParentRoute: () => admin,
  path: 'applications/$id/{-$tab}',
  loader: applicationTexts,
  component: lazyRouteComponent(() => import('#web/features/applications/application-page.tsx'), 'ApplicationPage'),
})
const rolePage = createRoute({
  getParentRoute: () => admin,
  path: 'applications/$applicationId/roles/$id',
  loader: applicationTexts,
  component: lazyRouteComponent(() => import('#web/features/applications/role-page.tsx'), 'RolePage'),
})
const applicationUserPage = createRoute({
  getParentRoute: () => admin,
  path: 'applications/$applicationId/users/$id',
  loader: applicationTexts,
  component: lazyRouteComponent(
    () => import('#web/features/applications/application-user-page.tsx'),
    'ApplicationUserPage',
  ),
})

const tenantTexts = () => addTexts('tenants')
const tenantList = createRoute({
  getParentRoute: () => admin,
  path: 'tenants',
  loader: tenantTexts,
  component: lazyRouteComponent(() => import('#web/features/tenants/tenants-page.tsx'), 'TenantsPage'),
})
const tenantPage = createRoute({
  getParentRoute: () => admin,
  path: 'tenants/$tenantId',
  loader: tenantTexts,
  component: lazyRouteComponent(() => import('./admin/tenant-route.tsx'), 'TenantRoute'),
})
const secondFactor = createRoute({
  getParentRoute: () => admin,
  path: 'twomodeauth',
  loader: tenantTexts,
  component: lazyRouteComponent(() => import('#web/features/tenants/second-factor-page.tsx'), 'SecondFactorPage'),
})

const permissionTexts = () => addTexts('permissions')
const permissionList = createRoute({
  getParentRoute: () => admin,
  path: 'permissions',
  loader: permissionTexts,
  component: lazyRouteComponent(() => import('#web/features/permissions/permissions-page.tsx'), 'PermissionsPage'),
})
const identityPage = createRoute({
  getParentRoute: () => admin,
  path: 'permissions/$identityId',
  loader: permissionTexts,
  component: lazyRouteComponent(() => import('#web/features/permissions/identity-page.tsx'), 'IdentityPage'),
})
const inspector = createRoute({
  getParentRoute: () => admin,
  path: 'inspector',
  loader: permissionTexts,
  component: lazyRouteComponent(() => import('#web/features/permissions/inspector-page.tsx'), 'InspectorPage'),
})

const tree = root.addChildren([
  microsoft,
  signedIn.addChildren([
    shell.addChildren([index, home, profile]),
    admin.addChildren([
      adminHome,
      userList,
      userPage,
      areaList,
      groupList,
      groupPage,
      applicationList,
      applicationPage,
      rolePage,
      applicationUserPage,
      tenantList,
      tenantPage,
      secondFactor,
      permissionList,
      identityPage,
      inspector,
    ]),
  ]),
])

/** Plain pairs: `q=123` stays a text, and `?noredirect` needs no value. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))
const stringifySearch = (search: Record<string, unknown>) => {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = pairs
    .map(([name, value]) =>
      value === '' ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
    )
    .join('&')
  return text && `?${text}`
}

/** R2.1-05: the base is the page's. */
export const createPortalRouter = () =>
  createRouter({
    routeTree: tree,
    basepath: basePath() || '/',
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMs: 150,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}

export const PortalRouter = ({ router }: { router: ReturnType<typeof createPortalRouter> }) => (
  <RouterProvider router={router} />
)
