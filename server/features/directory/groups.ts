// `/Groups`: the groups that a tenant's directory made. Each is a group of the portal, named after the tenant, and a
// member of the tenant: what it may do there, administrators of the portal give it.
import { changeGroup, createGroup, removeGroup } from '#server/features/groups/groups.public.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { directoryEvents } from './directory.events.ts'
import { readGroup, shownGroup, type WantedGroup } from './group.ts'
import { setMembers } from './group-people.ts'
import { peopleOf } from './group-people.store.ts'
import * as store from './groups.store.ts'
import { type ScimBody, readResource, readSent } from './incoming.ts'
import { listOf } from './list.ts'
import { joinTenant } from './membership.ts'
import { applyPatch, readOperations } from './patch.ts'
import { placeOf } from './people.store.ts'
import { readSelection, selected, type Selection } from './query.ts'
import { groupSchema, ofGroups } from './schemas.ts'
import {
  answerWith,
  baseOf,
  idOf,
  metaOf,
  type PageOf,
  refuseOtherVersion,
  type Resource,
  type ScimCall,
  type ScimRead,
  type ScimWrite,
  tenantOf,
  withMeta,
} from './scim.ts'
import { scimRefusal } from './scim-refusal.ts'

type GroupRow = store.GroupRow

const resourcesOf = async (ctx: ReadCtx, rows: readonly GroupRow[]): Promise<Resource[]> => {
  const base = baseOf(ctx)
  const groupIds = rows.map(({ id }) => id)
  const people = rows.length > 0 ? await peopleOf(ctx.db, { tenantId: tenantOf(ctx), groupIds }) : []
  const members = Map.groupBy(people, ({ groupId }) => groupId)
  return rows.map((row) => withMeta(shownGroup(row, members.get(row.id) ?? [], base), base, { type: 'Group', ...row }))
}

/** Of many large groups nobody reads all members for an answer that leaves them out. */
const withoutMembers = ({ attributes, excludedAttributes }: Selection) =>
  excludedAttributes?.includes('members') === true ||
  (attributes !== undefined && attributes.length > 0 && !attributes.some((name) => /^(members|meta)\b/.test(name)))

const found = async (ctx: ReadCtx, id: string): Promise<GroupRow> => {
  const group = await store.groupById(ctx.db, { tenantId: tenantOf(ctx), id })
  if (!group) throw new Refusal('not-found', 404)
  return group
}

const resourceOf = async (ctx: ReadCtx, id: string): Promise<Resource> => {
  const [resource] = await resourcesOf(ctx, [await found(ctx, id)])
  if (!resource) throw new Refusal('not-found', 404)
  return resource
}

const shown = async (ctx: ReadCtx, id: string, { query }: Pick<ScimCall, 'query'>, status: 200 | 201 = 200) => {
  const resource = await resourceOf(ctx, id)
  return answerWith(resource, status, selected(resource, readSelection(query)))
}

export const pageOfGroups: PageOf = async (ctx, page, selection) => {
  const { rows, count } = await store.listGroups(ctx.db, tenantOf(ctx), page)
  const base = baseOf(ctx)
  const all = withoutMembers(selection)
    ? rows.map((row) => ({ ...shownGroup(row, [], base), meta: metaOf(row.id, base, { type: 'Group', ...row }) }))
    : await resourcesOf(ctx, rows)
  return { resources: all.map((resource) => selected(resource, selection)), count }
}

const listed = listOf(pageOfGroups)

export const listGroups: ScimRead = (ctx, { query }) => listed(ctx, query)
export const searchGroups: ScimRead = (ctx, { body }) => listed(ctx, body)
export const getGroup: ScimRead = (ctx, call) => shown(ctx, idOf(call), call)

const longestName = 200

/** "Contoso: Finance": names of groups are unique in the portal, and those of two tenants may be the same. */
const nameOf = (title: string, displayName: string) => {
  const name = `${title}: ${displayName}`
  if (name.length <= longestName) return name
  throw scimRefusal('invalidValue', `displayName is too long: with “${title}: ” it has ${longestName} letters at most`)
}

const tenantPlace = async (ctx: ReadCtx) => {
  const place = await placeOf(ctx.db, tenantOf(ctx))
  if (!place) throw new Refusal('not-found', 404)
  return place
}

export const createGroupOfDirectory: ScimWrite = async (ctx, call, tx) => {
  const wanted = readGroup(readSent(call.body, ofGroups, groupSchema))
  const { title, areaId } = await tenantPlace(ctx)
  const input = { name: nameOf(title, wanted.displayName), areaId, description: null }
  const { result: made } = await createGroup(ctx, { params: undefined, query: undefined, input })
  await writeEntry(ctx, made.id, wanted)
  await joinTenant(ctx, 'Group', made.id)
  await setMembers(ctx, tx, made.id, wanted.members)
  return shown(ctx, made.id, call, 201)
}

const writeEntry = (ctx: Ctx, id: string, { displayName, externalId }: WantedGroup, before?: GroupRow) =>
  ctx.commit(async (tx) => {
    const tenantId = tenantOf(ctx)
    await store.putGroup(tx, { tenantId, id, displayName, externalId, now: ctx.now })
    const after = { displayName, externalId }
    const about = { subject: id, tenantId, after }
    const event = before
      ? directoryEvents.groupChanged({
          ...about,
          before: { displayName: before.displayName, externalId: before.externalId },
        })
      : directoryEvents.groupAdded(about)
    return { result: undefined, events: [event] }
  })

const changeTo = async (ctx: Ctx, tx: Tx, call: ScimCall, want: (resource: Resource) => ScimBody) => {
  const group = await found(ctx, idOf(call))
  const resource = await resourceOf(ctx, group.id)
  refuseOtherVersion(call, resource)
  const wanted = readGroup(want(resource))
  if (wanted.displayName !== group.displayName) {
    const { title } = await tenantPlace(ctx)
    const input = { name: nameOf(title, wanted.displayName) }
    await changeGroup(ctx, { params: { id: group.id }, query: undefined, input })
  }
  if (wanted.displayName !== group.displayName || wanted.externalId !== group.externalId)
    await writeEntry(ctx, group.id, wanted, group)
  await setMembers(ctx, tx, group.id, wanted.members)
  return shown(ctx, group.id, call)
}

export const replaceGroup: ScimWrite = (ctx, call, tx) =>
  changeTo(ctx, tx, call, () => readSent(call.body, ofGroups, groupSchema))

export const patchGroup: ScimWrite = (ctx, call, tx) => {
  const operations = readOperations(call.body)
  return changeTo(ctx, tx, call, (resource) => applyPatch(readResource(resource, ofGroups), operations, ofGroups))
}

export const removeGroupOfDirectory: ScimWrite = async (ctx, call) => {
  const resource = await resourceOf(ctx, idOf(call))
  refuseOtherVersion(call, resource)
  await removeGroup(ctx, { params: { id: resource.id }, query: undefined, input: undefined })
  return { status: 204 }
}
