// The keys of texts are types, read from the English files: a key that is in none of them does not compile.
import type accessHistory from '../locales/en/access-history.json'
import type accessPreview from '../locales/en/access-preview.json'
import type accessTokens from '../locales/en/access-tokens.json'
import type admin from '../locales/en/admin.json'
import type applications from '../locales/en/applications.json'
import type areas from '../locales/en/areas.json'
import type dashboard from '../locales/en/dashboard.json'
import type authenticators from '../locales/en/authenticators.json'
import type consultants from '../locales/en/consultants.json'
import type disclaimers from '../locales/en/disclaimers.json'
import type effectiveAccess from '../locales/en/effective-access.json'
import type errors from '../locales/en/errors.json'
import type eventNames from '../locales/en/event-names.json'
import type groups from '../locales/en/groups.json'
import type hub from '../locales/en/hub.json'
import type hubDialogs from '../locales/en/hub-dialogs.json'
import type impersonation from '../locales/en/impersonation.json'
import type logWords from '../locales/en/log-words.json'
import type logs from '../locales/en/logs.json'
import type members from '../locales/en/members.json'
import type notifications from '../locales/en/notifications.json'
import type operationRequests from '../locales/en/operation-requests.json'
import type pageError from '../locales/en/page-error.json'
import type permissions from '../locales/en/permissions.json'
import type profile from '../locales/en/profile.json'
import type refusals from '../locales/en/refusals.json'
import type rights from '../locales/en/rights.json'
import type securityConfig from '../locales/en/security-config.json'
import type session from '../locales/en/session.json'
import type shell from '../locales/en/shell.json'
import type signIn from '../locales/en/sign-in.json'
import type signInDenied from '../locales/en/sign-in-denied.json'
import type signInFactors from '../locales/en/sign-in-factors.json'
import type stepUp from '../locales/en/step-up.json'
import type table from '../locales/en/table.json'
import type tenants from '../locales/en/tenants.json'
import type users from '../locales/en/users.json'
import type webhooks from '../locales/en/webhooks.json'

export type Texts = {
  'access-history': typeof accessHistory
  'access-preview': typeof accessPreview
  'access-tokens': typeof accessTokens
  admin: typeof admin
  applications: typeof applications
  areas: typeof areas
  dashboard: typeof dashboard
  consultants: typeof consultants
  disclaimers: typeof disclaimers
  'effective-access': typeof effectiveAccess
  errors: typeof errors
  'event-names': typeof eventNames
  groups: typeof groups
  hub: typeof hub
  'hub-dialogs': typeof hubDialogs
  impersonation: typeof impersonation
  'log-words': typeof logWords
  logs: typeof logs
  members: typeof members
  notifications: typeof notifications
  'operation-requests': typeof operationRequests
  'page-error': typeof pageError
  permissions: typeof permissions
  authenticators: typeof authenticators
  profile: typeof profile
  'step-up': typeof stepUp
  refusals: typeof refusals
  rights: typeof rights
  'security-config': typeof securityConfig
  session: typeof session
  shell: typeof shell
  'sign-in': typeof signIn
  'sign-in-denied': typeof signInDenied
  'sign-in-factors': typeof signInFactors
  table: typeof table
  tenants: typeof tenants
  users: typeof users
  webhooks: typeof webhooks
}

type Namespace = keyof Texts

/** `count` chooses among the forms of a language; its key is without the form. */
type WithoutForm<Key> = Key extends `${infer Whole}_${'one' | 'other'}` ? Whole : Key
type Keys = { [Name in Namespace]: WithoutForm<keyof Texts[Name]> }
type PrefixedKeys = { [Name in Namespace]: `${Name}:${Keys[Name] & string}` }

/** `'errors:tryAgain'` is taken whatever namespaces were asked for: they are all loaded with a page. */
export type PrefixedKey = PrefixedKeys[Namespace]
export type TextKey<Name extends Namespace> = Keys[Name] | PrefixedKey

/** What `useTranslation` gives. */
export type TextsOf<Name extends Namespace> = (key: TextKey<Name>, values?: Readonly<Record<string, unknown>>) => string
