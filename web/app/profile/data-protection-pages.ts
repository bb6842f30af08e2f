// Where people exercise their rights and accept disclaimers, and where requests are answered.
import { lazyRouteComponent as lazy, type RouteComponent } from '@tanstack/react-router'

/** Makes a page below its area, with the texts of its features. */
type MakePage<Route> = (path: string, texts: readonly string[], component: RouteComponent) => Route

export const dataProtectionPages = <Route>(page: MakePage<Route>): Route[] => [
  // R2.6-02: under both of its spellings.
  ...['rights', 'rigths'].map((path) =>
    page(
      path,
      ['rights', 'refusals', 'table'],
      lazy(() => import('#web/features/rights/rights-page.tsx'), 'RightsPage'),
    ),
  ),
  page(
    'disclaimers',
    ['disclaimers', 'table'],
    lazy(() => import('#web/features/disclaimers/disclaimers-page.tsx'), 'DisclaimersPage'),
  ),
]

export const rightsPages = <Route>(page: MakePage<Route>): Route[] => [
  page(
    'rights',
    ['rights'],
    lazy(() => import('#web/features/rights/rights-requests-page.tsx'), 'RightsRequestsPage'),
  ),
  page(
    'rights/$requestId',
    ['rights'],
    lazy(() => import('#web/features/rights/rights-request-page.tsx'), 'RightsRequestPage'),
  ),
]
