// Personal access tokens (R3.8-09, R7.5-17, R7.5-18): the base path is `keys`, to the letter.
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { ById, Nothing, required } from './kernel/fields.ts'
import { ListQuery, pageOf } from './kernel/page.ts'
import { issue } from './kernel/issue.ts'

export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  applicationName: z.string(),
  expiresAt: z.iso.datetime(),
  lastDateOfUse: z.iso.datetime().nullable(),
  createByName: z.string(),
  createdById: z.uuid(),
  createdOn: z.iso.datetime(),
  prefix: z.string(),
  /** Of a tenant's directory: the token opens `/scim/v2` for this tenant and nothing else (docs/decisions/0045). */
  tenantId: z.uuid().nullable(),
  tenantName: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

const name = required(200)

const NewAccessToken = z.object({
  name,
  /** The client id of an application; the token works there and nowhere else. */
  applicationName: required(200),
  expiresAt: z.iso.datetime({ offset: true, error: issue('expiry-in-the-past') }),
  /** For the directory of this tenant; the application is `identity` then. */
  tenantId: z.uuid().nullish(),
})

/** The only answer that carries the token itself. */
export const CreatedAccessToken = AccessToken.extend({ token: z.string() })

const owners = anyOf('Administrator')

export const accessTokens = endpoints({
  list: {
    method: 'GET',
    path: '/keys',
    access: owners,
    summary: 'The caller’s own personal access tokens, by name.',
    credentials: true,
    query: ListQuery,
    output: pageOf(AccessToken),
  },
  all: {
    method: 'GET',
    path: '/keys/allpats',
    access: anyOf('God'),
    summary: 'Everyone’s personal access tokens.',
    credentials: true,
    query: ListQuery,
    output: pageOf(AccessToken),
  },
  get: {
    method: 'GET',
    path: '/keys/:id',
    access: owners,
    summary: 'One of the caller’s own.',
    params: ById,
    output: AccessToken,
  },
  create: {
    method: 'POST',
    path: '/keys',
    access: owners,
    stepUp: true,
    summary: 'A new one; its value is shown this once.',
    input: NewAccessToken,
    output: CreatedAccessToken,
  },
  rename: {
    method: 'PUT',
    path: '/keys/:id',
    access: owners,
    summary: 'Its name; what it opens and how long stays as it is.',
    params: ById,
    input: z.object({ name }),
    output: AccessToken,
  },
  change: {
    method: 'PATCH',
    path: '/keys/:id',
    access: owners,
    summary: 'Only what differs (JSON merge patch).',
    params: ById,
    input: z.object({ name: name.optional() }),
    output: AccessToken,
  },
  revoke: {
    method: 'DELETE',
    path: '/keys/:id',
    access: anyOf('Administrator', 'God'),
    summary: 'Ends it at once; God ends anybody’s.',
    params: ById,
    output: Nothing,
  },
})
