// What a client may ask before it writes anything (RFC 7644 section 4).
import {
  baseOf,
  enterpriseSchema,
  groupSchema,
  type Json,
  mostResults,
  schemas,
  type ScimRead,
  userSchema,
} from '#server/features/directory/directory.public.ts'
import { Refusal } from '#server/kernel/refusal.ts'

export const mostOperations = 1_000
export const mostBytes = 1_048_576

export const serviceProviderConfig: ScimRead = async (ctx) => ({
  status: 200,
  body: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: `${ctx.services.settings.identityUrl}/api/docs`,
    patch: { supported: true },
    bulk: { supported: true, maxOperations: mostOperations, maxPayloadSize: mostBytes },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token of the directory',
        description: 'A token that an administrator of the portal makes for the directory of one tenant.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseOf(ctx)}/ServiceProviderConfig` },
  },
})

type StoredResource = Json & {
  readonly id: string
  readonly meta: { readonly resourceType: string; readonly location: string }
}

const resourceType = (id: string, schema: string, more: Json = {}): StoredResource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id,
  name: id,
  endpoint: `/${id}s`,
  schema,
  ...more,
  meta: { resourceType: 'ResourceType', location: `/ResourceTypes/${id}` },
})

export const resourceTypes: readonly StoredResource[] = [
  resourceType('User', userSchema, {
    description: 'People of the directory',
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
  }),
  resourceType('Group', groupSchema, { description: 'Groups of the directory' }),
]
export const shownSchemas: readonly StoredResource[] = schemas

/** All of them, or the one that is named. A filter has no place here (RFC 7644 section 4). */
export const stored =
  (all: readonly StoredResource[]): ScimRead =>
  async (ctx, { id, query }) => {
    if (typeof query === 'object' && query !== null && 'filter' in query) throw new Refusal('permission-missing', 403)
    const shown = (one: StoredResource) => ({
      ...one,
      meta: { ...one.meta, location: baseOf(ctx) + one.meta.location },
    })
    if (id) {
      const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase())
      if (!found) throw new Refusal('not-found', 404)
      return { status: 200, body: shown(found) }
    }
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: all.length,
      startIndex: 1,
      itemsPerPage: all.length,
      Resources: all.map(shown),
    }
    return { status: 200, body }
  }
