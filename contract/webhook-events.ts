// What a webhook can be told of: the types of audit events, by what they are about. Not those that are recorded beside
// a write: who looked at what, and what is done while the server is stopped.
import { z } from 'zod'

export const webhookEvents = {
  user: [
    'created',
    'changed',
    'email-changed',
    'picture-changed',
    'locked',
    'unlocked',
    'undrafted',
    'invited',
    'invitation-mailed',
    'invitation-refused',
    'password-changed',
    'password-change-refused',
    'password-reset',
    'password-set',
    'reset-asked',
    'reset-link-mailed',
    'reset-refused',
    'session-ended',
    'other-sessions-ended',
    'removed',
  ],
  users: ['imported'],
  'sign-in': [
    'succeeded',
    'failed',
    'locked',
    'unlocked',
    'password-expired',
    'code-asked',
    'code-asked-again',
    'code-mailed',
    'code-shared',
    'app-code-asked',
  ],
  session: ['confirmed', 'ended'],
  authenticator: [
    'app-begun',
    'app-added',
    'app-removed',
    'passkey-added',
    'passkey-removed',
    'recovery-codes-made',
    'recovery-code-used',
    'reset',
  ],
  impersonation: ['requested', 'started', 'ended', 'missed'],
  group: ['created', 'changed', 'removed', 'restored', 'members-imported'],
  'group-member': ['added', 'changed', 'removed'],
  tenant: ['created', 'changed', 'moved', 'second-factor-set', 'removed', 'restored', 'stayed'],
  'tenant-identities': ['imported'],
  member: ['added', 'changed', 'removed', 'revoke-asked'],
  grants: ['ended', 'looked-at'],
  access: ['undone'],
  area: ['created', 'changed', 'removed'],
  application: ['created', 'changed', 'removed', 'icon-changed', 'owners-changed', 'disclaimer-changed'],
  role: ['created', 'changed', 'removed', 'restored', 'scope-added', 'scope-removed'],
  'scoped-permission': ['added', 'removed'],
  request: [
    'created',
    'edited',
    'applied',
    'rejected',
    'cancelled',
    'undone',
    'rolled-back',
    'roles-dropped',
    'bulk-refused',
  ],
  requests: ['imported'],
  'rights-request': ['received', 'taken', 'extended', 'answered', 'reminded', 'documents-removed', 'removed'],
  disclaimer: ['accepted'],
  'access-token': ['created', 'changed', 'revoked'],
  'security-configuration': ['created', 'changed', 'removed'],
  policy: ['created', 'changed', 'removed'],
  webhook: ['created', 'changed', 'secret-rotated', 'sent-again', 'disabled', 'removed'],
  favourite: ['added', 'removed'],
  'application-order': ['changed', 'recent-first-chosen'],
  notification: ['sent', 'removed'],
  notifications: ['read', 'removed'],
  process: ['queued', 'stop-asked', 'ended'],
  job: ['failed'],
  'audit-log': ['head-sent', 'cut'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

type Events = typeof webhookEvents
export type WebhookNoun = keyof Events
export type WebhookEventType = { [Noun in WebhookNoun]: `${Noun}.${Events[Noun][number]}` }[WebhookNoun]

export const webhookEventTypes = Object.entries(webhookEvents).flatMap(([noun, acts]) =>
  acts.map((act) => `${noun}.${act}`),
) as WebhookEventType[]

export const WebhookEventType = z.enum(webhookEventTypes)
