// The account of a person whom a directory writes: made and changed by the use cases of the console.
import { isCompanyAddress } from '#server/features/sign-in/sign-in.public.ts'
import { changeUser, openAccount } from '#server/features/users/users.public.ts'
import type { Ctx, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { accountNameOf } from './account-name.ts'
import { personById, type PersonRow, placeOf } from './people.store.ts'
import type { WantedPerson } from './person-entry.store.ts'
import { languageOf } from './person.ts'
import { tenantOf } from './scim.ts'
import { scimRefusal } from './scim-refusal.ts'

const companyAddress = () =>
  scimRefusal('invalidValue', 'emails is an address of the company: its accounts are not made here')

/** Nobody has this address yet: an account without a password, which an invitation opens. */
export const openFor = async (ctx: Ctx, wanted: WantedPerson) => {
  if (isCompanyAddress(wanted.email, ctx.services.settings.companyDomains)) throw companyAddress()
  const place = await placeOf(ctx.db, tenantOf(ctx))
  if (!place) throw new Refusal('not-found', 404)
  const id = ctx.newId()
  const fields = {
    userName: await accountNameOf(ctx.db, { id, ...wanted }),
    email: wanted.email,
    firstName: wanted.givenName,
    lastName: wanted.familyName,
    areaId: place.areaId,
    language: languageOf(wanted.language) ?? 'en',
    validateScopes: false,
    jobTitle: wanted.title,
    manager: await managerNameOf(ctx, wanted),
    teams: [],
    phoneNumber: wanted.phoneNumber,
    internalCategory: null,
  }
  await ctx.commit(async (tx, inside) => ({
    result: undefined,
    events: await openAccount(tx, inside, { id, fields, passwordHash: null, invite: wanted.active ?? true }),
  }))
  return id
}

const managerNameOf = async (ctx: ReadCtx, { managerId }: Pick<WantedPerson, 'managerId'>) => {
  if (managerId === null) return null
  const manager = await personById(ctx.db, { tenantId: tenantOf(ctx), id: managerId })
  if (!manager) throw scimRefusal('invalidValue', 'manager is nobody of this directory')
  return `${manager.givenName} ${manager.familyName}`.trim().slice(0, 200)
}

/** Of somebody who is at home elsewhere nothing is changed but what this directory says of them. */
export const changeAccount = async (ctx: Ctx, person: PersonRow, wanted: WantedPerson) => {
  const manager = await managerNameOf(ctx, wanted)
  if (!person.own) return
  const language = languageOf(wanted.language)
  const changes = [
    [wanted.email !== person.email, { email: wanted.email }],
    [wanted.givenName !== person.givenName, { firstName: wanted.givenName }],
    [wanted.familyName !== person.familyName, { lastName: wanted.familyName }],
    [wanted.phoneNumber !== person.phoneNumber, { phoneNumber: wanted.phoneNumber }],
    [wanted.title !== person.title, { jobTitle: wanted.title }],
    [wanted.managerId !== person.managerId, { manager }],
    [language !== undefined && wanted.language !== person.language, { language }],
  ] as const
  const change = Object.assign({}, ...changes.map(([differs, part]) => (differs ? part : {})))
  refuseCompanyAddress(ctx, person, wanted)
  if (Object.keys(change).length > 0)
    await changeUser(ctx, { params: { id: person.id }, query: undefined, input: change })
}

const refuseCompanyAddress = (ctx: Ctx, person: PersonRow, { email }: WantedPerson) => {
  const moves = email.toLowerCase() !== person.email.toLowerCase()
  if (moves && isCompanyAddress(email, ctx.services.settings.companyDomains)) throw companyAddress()
}
