// What an endpoint of SCIM is given and answers, and the address and version of a resource.
import { createHash } from 'node:crypto'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Page, Selection } from './query.ts'

export type ScimCall = {
  /** What stands behind the collection in the address. */
  readonly id: string
  readonly query: unknown
  readonly body: unknown
  readonly ifMatch: string | undefined
}

export type Json = Readonly<Record<string, unknown>>
export type ScimAnswer = {
  readonly status: 200 | 201 | 204
  readonly body?: Json
  readonly location?: string
  readonly version?: string
}

export type ScimRead = (ctx: ReadCtx, call: ScimCall) => Promise<ScimAnswer>
/** Runs whole in the transaction `tx`. */
export type ScimWrite = (ctx: Ctx, call: ScimCall, tx: Tx) => Promise<ScimAnswer>

export const baseOf = ({ services }: Pick<ReadCtx, 'services'>) => `${services.settings.origin}/scim/v2`

/** Whose directory calls; nobody else gets here. */
export const tenantOf = (ctx: Pick<ReadCtx, 'actor'>) => {
  const { directory } = callerOf(ctx)
  if (!directory) throw new Refusal('permission-missing', 403)
  return directory.tenantId
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Anything else is the id of nothing. */
export const idOf = ({ id }: Pick<ScimCall, 'id'>) => {
  if (!uuid.test(id)) throw new Refusal('not-found', 404)
  return id.toLowerCase()
}

/** Another one where anything of the resource is another (RFC 7644 section 3.14). */
const versionOf = (resource: Json) =>
  `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 22)}"`

type ResourceMeta = { readonly type: 'User' | 'Group'; readonly createdOn: Date; readonly modifiedOn: Date }

export type Resource = Json & {
  readonly id: string
  readonly meta: { readonly location: string; readonly version: string }
}

export const metaOf = (id: string, base: string, { type, createdOn, modifiedOn }: ResourceMeta) => ({
  resourceType: type,
  created: createdOn.toISOString(),
  lastModified: modifiedOn.toISOString(),
  location: `${base}/${type}s/${id}`,
})

export const withMeta = (resource: Json & { readonly id: string }, base: string, of: ResourceMeta): Resource => ({
  ...resource,
  meta: { ...metaOf(resource.id, base, of), version: versionOf(resource) },
})

export const answerWith = (resource: Resource, status: 200 | 201 = 200, body: Json = resource): ScimAnswer => ({
  status,
  body,
  location: resource.meta.location,
  version: resource.meta.version,
})

/** A version that was read before somebody else wrote: nothing is done. */
export const refuseOtherVersion = ({ ifMatch }: Pick<ScimCall, 'ifMatch'>, { meta }: Resource) => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const named = ifMatch.split(',').map((tag) => tag.trim())
  if (!named.includes(meta.version))
    throw new Refusal('invalid', 412, {
      issues: [{ code: 'malformed', data: { fault: 'it has another version by now' } }],
    })
}

type ResourcePage = { readonly resources: readonly Json[]; readonly count: number }
export type PageOf = (ctx: ReadCtx, page: Page, selection: Selection) => Promise<ResourcePage>

export const listResponse = (resources: readonly Json[], count: number, startIndex: number): Json => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: count,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
