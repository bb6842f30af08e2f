// The pages of the administration about its own security: tokens, what they may, and the rules of signing in.
import { lazyRouteComponent as lazy, type RouteComponent } from '@tanstack/react-router'

type PageOf<Route> = (path: string, texts: readonly string[], component: RouteComponent) => Route

const documentPage = () => import('#web/features/security-config/document-page.tsx')

const webhookPages = <Route>(page: PageOf<Route>) => [
  page(
    'webhooks',
    ['webhooks', 'event-names'],
    lazy(() => import('#web/features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  page(
    'webhooks/new',
    ['webhooks', 'event-names'],
    lazy(() => import('#web/features/webhooks/new-webhook-page.tsx'), 'NewWebhookPage'),
  ),
  page(
    'webhooks/$id',
    ['webhooks', 'event-names'],
    lazy(() => import('#web/features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  ),
]

export const securityPages = <Route>(page: PageOf<Route>) => [
  page(
    'pats',
    ['access-tokens'],
    lazy(() => import('#web/features/access-tokens/access-tokens-page.tsx'), 'AccessTokensPage'),
  ),
  page(
    'control-pats',
    ['access-tokens'],
    lazy(() => import('#web/features/access-tokens/every-access-token-page.tsx'), 'EveryAccessTokenPage'),
  ),
  page(
    'securityConfig',
    ['security-config'],
    lazy(() => import('#web/features/security-config/security-config-page.tsx'), 'SecurityConfigPage'),
  ),
  page('securityConfig/new', ['security-config'], lazy(documentPage, 'NewConfigurationPage')),
  page('securityConfig/newPolicy', ['security-config'], lazy(documentPage, 'NewPolicyPage')),
  page('securityConfig/$id', ['security-config'], lazy(documentPage, 'ConfigurationPage')),
  page(
    'securityConfig/policies',
    ['security-config'],
    lazy(() => import('#web/features/security-config/security-config-page.tsx'), 'PoliciesPage'),
  ),
  page('securityConfig/policies/$id', ['security-config'], lazy(documentPage, 'PolicyPage')),
  ...webhookPages(page),
]
