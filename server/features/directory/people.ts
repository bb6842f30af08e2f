// `/Users`: the people of a tenant's directory. What is done to accounts and members is done by the use cases of the
// console, with a caller who has no role of the portal.
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { groupsOf } from './group-people.store.ts'
import { type ScimBody, readSent } from './incoming.ts'
import { listOf } from './list.ts'
import { activate, deactivate, endAtTenant, lockByDirectory } from './membership.ts'
import { applyPatch, readOperations } from './patch.ts'
import * as store from './people.store.ts'
import { asIncoming, readPerson, shownPerson } from './person.ts'
import { changeAccount, openFor } from './person-account.ts'
import { addEntry, changeEntry, endEntry } from './person-entry.ts'
import { readSelection, selected } from './query.ts'
import { ofUsers, userSchema } from './schemas.ts'
import {
  answerWith,
  baseOf,
  idOf,
  type PageOf,
  refuseOtherVersion,
  type Resource,
  type ScimCall,
  type ScimRead,
  type ScimWrite,
  tenantOf,
  withMeta,
} from './scim.ts'

type PersonRow = store.PersonRow

const resourcesOf = async (ctx: ReadCtx, rows: readonly PersonRow[]): Promise<Resource[]> => {
  const base = baseOf(ctx)
  const groups = Map.groupBy(
    rows.length > 0 ? await groupsOf(ctx.db, { tenantId: tenantOf(ctx), userIds: rows.map(({ id }) => id) }) : [],
    ({ userId }) => userId,
  )
  return rows.map((row) => withMeta(shownPerson(row, groups.get(row.id) ?? [], base), base, { type: 'User', ...row }))
}

const found = async (ctx: ReadCtx, id: string): Promise<PersonRow> => {
  const person = await store.personById(ctx.db, { tenantId: tenantOf(ctx), id })
  if (!person) throw new Refusal('not-found', 404)
  return person
}

const shown = async (ctx: ReadCtx, id: string, { query }: Pick<ScimCall, 'query'>, status: 200 | 201 = 200) => {
  const [resource] = await resourcesOf(ctx, [await found(ctx, id)])
  if (!resource) throw new Refusal('not-found', 404)
  return answerWith(resource, status, selected(resource, readSelection(query)))
}

export const pageOfPeople: PageOf = async (ctx, page, selection) => {
  const { rows, count } = await store.listPeople(ctx.db, tenantOf(ctx), page)
  return { resources: (await resourcesOf(ctx, rows)).map((resource) => selected(resource, selection)), count }
}

const listed = listOf(pageOfPeople)

export const listPeople: ScimRead = (ctx, { query }) => listed(ctx, query)
export const searchPeople: ScimRead = (ctx, { body }) => listed(ctx, body)
export const getPerson: ScimRead = (ctx, call) => shown(ctx, idOf(call), call)

export const createPerson: ScimWrite = async (ctx, call, tx) => {
  const wanted = readPerson(readSent(call.body, ofUsers, userSchema))
  const known = await store.idByEmail(tx, wanted.email)
  const id = known ?? (await openFor(ctx, wanted))
  await addEntry(ctx, { id, made: known === undefined, wanted })
  const added = await found(ctx, id)
  await changeAccount(ctx, added, wanted)
  if (wanted.active ?? true) await activate(ctx, tx, added)
  // An account that is back and locked stays as it is: the lock may be an administrator's.
  else if (added.active || known === undefined) await deactivate(ctx, tx, added)
  return shown(ctx, id, call, 201)
}

const changeTo = async (ctx: Ctx, tx: Tx, call: ScimCall, want: (person: PersonRow) => ScimBody) => {
  const person = await found(ctx, idOf(call))
  const [resource] = await resourcesOf(ctx, [person])
  if (resource) refuseOtherVersion(call, resource)
  const wanted = readPerson(want(person), person)
  await changeAccount(ctx, person, wanted)
  await changeEntry(ctx, person, wanted)
  if (wanted.active !== undefined && wanted.active !== person.active) {
    if (wanted.active) await activate(ctx, tx, person)
    else await deactivate(ctx, tx, person)
  }
  return shown(ctx, person.id, call)
}

export const replacePerson: ScimWrite = (ctx, call, tx) =>
  changeTo(ctx, tx, call, () => readSent(call.body, ofUsers, userSchema))

export const patchPerson: ScimWrite = (ctx, call, tx) => {
  const operations = readOperations(call.body)
  return changeTo(ctx, tx, call, (person) => applyPatch(asIncoming(person), operations, ofUsers))
}

/** Gone from the directory. The account stays, locked where it is the directory's own: an Administrator deletes. */
export const removePerson: ScimWrite = async (ctx, call, tx) => {
  const person = await found(ctx, idOf(call))
  const [resource] = await resourcesOf(ctx, [person])
  if (resource) refuseOtherVersion(call, resource)
  if (person.own && person.active) await lockByDirectory(ctx, tx, person.id)
  await endAtTenant(ctx, tx, person)
  if (person.written) await endEntry(ctx, person)
  return { status: 204 }
}
