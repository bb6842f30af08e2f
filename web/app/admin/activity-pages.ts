// Where one looks at what happened.
import { lazyRouteComponent as lazy, type RouteComponent } from '@tanstack/react-router'

type Page<Route> = (path: string, texts: readonly string[], component: RouteComponent) => Route

export const activityPages = <Route>(page: Page<Route>) => [
  page(
    'inspector',
    ['permissions', 'logs', 'log-words', 'event-names'],
    lazy(() => import('./inspector-route.tsx'), 'InspectorRoute'),
  ),
  page(
    'logs',
    ['logs', 'log-words', 'event-names'],
    lazy(() => import('#web/features/logs/logs-page.tsx'), 'LogsPage'),
  ),
]
