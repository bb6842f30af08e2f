// The pages below /profile, each with the texts that it needs; a page is loaded when it is opened.
import { lazyRouteComponent as lazy } from '@tanstack/react-router'

const clients = ['table', 'users', 'members', 'consultants']

export const profileScreens = [
  {
    path: '/',
    texts: ['authenticators', 'table'],
    component: lazy(() => import('./profile-route.tsx'), 'ProfileRoute'),
  },
  { path: 'clients', texts: clients, component: lazy(() => import('./clients-route.tsx'), 'ClientsRoute') },
  {
    path: 'service-manager',
    texts: clients,
    component: lazy(() => import('./service-manager-route.tsx'), 'ServiceManagerRoute'),
  },
]
