// The four areas below the base path, and the landing page for every other path (R2.2).
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { basePath, under } from '#web/lib/base.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { securityPages } from './admin/security-pages.ts'
import { activityPages } from './admin/activity-pages.ts'
import { directoryPages } from './admin/directory-pages.ts'
import { dataProtectionPages, rightsPages } from './profile/data-protection-pages.ts'
import { profileScreens } from './profile/profile-screens.ts'
import { pageError } from './page-error-ahead.ts'
import { RootLayout } from './root-layout.tsx'
import { PageMain } from './shell/page-main.tsx'
import { Shell } from './shell/shell.tsx'
import { SignedIn } from './signed-in.tsx'
import { parseSearch, stringifySearch } from './search-text.ts'

const landing = () => import('./landing/landing-page.tsx')

const root = createRootRoute({ component: RootLayout, notFoundComponent: lazy(landing, 'LandingPage') })

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

const hubArea = createRoute({
  getParentRoute: () => shell,
  id: 'hub',
  component: () => (
    <PageMain>
      <Outlet />
    </PageMain>
  ),
})

const hub = lazy(() => import('#web/features/hub/hub-page.tsx'), 'HubPage')

const index = createRoute({ getParentRoute: () => hubArea, path: '/', component: hub })

const home = createRoute({ getParentRoute: () => hubArea, path: '/home', component: hub })

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  loader: () => addTexts('profile'),
  component: lazy(() => import('./profile/profile-area.tsx'), 'ProfileArea'),
})
const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  loader: () => Promise.all([addTexts('admin'), addTexts('table')]),
  component: lazy(() => import('./admin/admin-area.tsx'), 'AdminArea'),
})

/** A page of an area, with the texts of its features. */
const pagesOf =
  (area: typeof admin | typeof profile) => (path: string, texts: readonly string[], component: RouteComponent) =>
    createRoute({ getParentRoute: () => area, path, loader: () => Promise.all(texts.map(addTexts)), component })

const profilePage = pagesOf(profile)

const profilePages = [
  ...profileScreens.map(({ path, texts, component }) => profilePage(path, texts, component)),
  ...dataProtectionPages(profilePage),
]

const page = pagesOf(admin)
const adminPages = [
  ...rightsPages(page),
  ...securityPages(page),
  page(
    '/',
    ['dashboard'],
    lazy(() => import('./admin/admin-home.tsx'), 'AdminHome'),
  ),
  ...directoryPages(page),
  page(
    'tenants',
    ['tenants'],
    lazy(() => import('#web/features/tenants/tenants-page.tsx'), 'TenantsPage'),
  ),
  page(
    'tenants/$tenantId',
    ['tenants'],
    lazy(() => import('./admin/tenant-route.tsx'), 'TenantRoute'),
  ),
  page(
    'twomodeauth',
    ['tenants'],
    lazy(() => import('#web/features/tenants/second-factor-page.tsx'), 'SecondFactorPage'),
  ),
  page(
    'permissions',
    ['permissions'],
    lazy(() => import('#web/features/permissions/permissions-page.tsx'), 'PermissionsPage'),
  ),
  page(
    'permissions/$identityId',
    ['permissions'],
    lazy(() => import('#web/features/permissions/identity-page.tsx'), 'IdentityPage'),
  ),
  ...activityPages(page),
]

const tree = root.addChildren([
  microsoft,
  signedIn.addChildren([
    shell.addChildren([hubArea.addChildren([index, home]), profile.addChildren(profilePages)]),
    admin.addChildren(adminPages),
  ]),
])

/** R2.1-05: the base is the page's. */
export const createPortalRouter = () => {
  setTimeout(() => pageError.preload?.(), 30_000)
  return createRouter({
    routeTree: tree,
    defaultErrorComponent: pageError,
    basepath: basePath() || '/',
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMs: 150,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}

export const PortalRouter = ({ router }: { router: ReturnType<typeof createPortalRouter> }) => (
  <RouterProvider router={router} />
)
