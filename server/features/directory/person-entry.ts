// What the directory says of a person: the row beside the account, with its audit events.
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { directoryEvents } from './directory.events.ts'
import type { PersonRow } from './people.store.ts'
import { addPerson, endPerson, putPerson, type WantedPerson } from './person-entry.store.ts'
import { tenantOf } from './scim.ts'

type Fields = Omit<WantedPerson, 'active'>

const fieldsOf = (of: Fields): Fields => ({
  externalId: of.externalId,
  userName: of.userName,
  givenName: of.givenName,
  familyName: of.familyName,
  displayName: of.displayName,
  email: of.email,
  phoneNumber: of.phoneNumber,
  title: of.title,
  language: of.language,
  managerId: of.managerId,
})

type NewEntry = { readonly id: string; readonly made: boolean; readonly wanted: WantedPerson }

/** Whom it has written already, it does not write anew. */
export const addEntry = (ctx: Ctx, { id, made, wanted }: NewEntry) =>
  ctx.commit(async (tx) => {
    const tenantId = tenantOf(ctx)
    const added = await addPerson(tx, { tenantId, id, made, person: wanted, now: ctx.now })
    if (!added) throw new Refusal('directory-person-taken', 409)
    const after = { ...fieldsOf(wanted), made: added.made }
    return { result: undefined, events: [directoryEvents.personAdded({ subject: id, tenantId, after })] }
  })

export const changeEntry = async (ctx: Ctx, person: PersonRow, wanted: WantedPerson) => {
  const [before, after] = [fieldsOf(person), fieldsOf(wanted)]
  const names = (Object.keys(after) as (keyof Fields)[]).filter((name) => before[name] !== after[name])
  if (names.length === 0) return
  const part = (of: Fields) => Object.fromEntries(names.map((name) => [name, of[name]]))
  await ctx.commit(async (tx) => {
    const tenantId = tenantOf(ctx)
    await putPerson(tx, { tenantId, id: person.id, made: false, person: wanted, now: ctx.now })
    const event = directoryEvents.personChanged({
      subject: person.id,
      tenantId,
      before: part(before),
      after: part(after),
    })
    return { result: undefined, events: [event] }
  })
}

export const endEntry = (ctx: Ctx, person: PersonRow) =>
  ctx.commit(async (tx) => {
    const tenantId = tenantOf(ctx)
    await endPerson(tx, { tenantId, id: person.id, now: ctx.now })
    const event = directoryEvents.personRemoved({ subject: person.id, tenantId, before: fieldsOf(person) })
    return { result: undefined, events: [event] }
  })
