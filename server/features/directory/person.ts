// A person as a directory writes one, and as it reads one back.
import { z } from 'zod'
import { languages } from '#contract/kernel/language.ts'
import { DraftUser } from '#contract/user-forms.ts'
import type { ScimBody } from './incoming.ts'
import { isTrue } from './patch.ts'
import type { PersonRow } from './people.store.ts'
import type { WantedPerson } from './person-entry.store.ts'
import { enterpriseSchema, userSchema } from './schemas.ts'
import { scimRefusal } from './scim-refusal.ts'

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((value) => value || null)

const Many = z.union([
  z.string().transform((value) => [{ value, type: undefined, primary: undefined }]),
  z.array(z.object({ value: z.string().optional(), type: z.string().nullish(), primary: z.unknown().optional() })),
])

/** Entra writes "True", and a manager as the bare id or as a list of one. */
const Active = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
const Manager = z
  .union([
    z.string(),
    z.object({ value: z.string().nullish() }).transform(({ value }) => value ?? ''),
    z.array(z.object({ value: z.string() })).transform(([first]) => first?.value ?? ''),
  ])
  .transform((id) => id || null)
  .pipe(z.uuid().nullable())

const Sent = z.object({
  username: z.string().trim().min(1).max(256),
  externalid: text(256),
  name: z
    .object({ givenname: text(200), familyname: text(200), formatted: text(400) })
    .partial()
    .optional(),
  displayname: text(200),
  title: text(200),
  preferredlanguage: text(100),
  active: Active.optional(),
  emails: Many.optional(),
  phonenumbers: Many.optional(),
  'enterprise.manager': Manager.optional(),
})

/** Its address, where the directory sends none, is the user name, if that is one. */
export const readPerson = (sent: ScimBody, present?: PersonRow): WantedPerson => {
  const read = Sent.safeParse(sent)
  if (!read.success)
    throw scimRefusal('invalidValue', `${read.error.issues[0]?.path.join('.') ?? 'the body'} is not valid`)
  const { username: userName, externalid: externalId, title, preferredlanguage: language, active } = read.data
  return {
    userName,
    externalId,
    ...namesOf(read.data),
    displayName: read.data.displayname,
    email: addressOf(chosen(read.data.emails) ?? present?.email ?? userName),
    phoneNumber: numberOf(chosen(read.data.phonenumbers)),
    title,
    language,
    managerId: read.data['enterprise.manager'] ?? null,
    active,
  }
}

const addressOf = (written: string) => {
  const read = DraftUser.shape.email.safeParse(written)
  if (!read.success) throw scimRefusal('invalidValue', 'emails needs one valid e-mail address')
  return read.data
}

const numberOf = (written: string | null) => {
  const read = text(200).safeParse(written)
  if (!read.success) throw scimRefusal('invalidValue', 'phoneNumbers is not valid')
  return read.data
}

/** One is kept: the primary one, or that of work, or the first. */
const chosen = (values: z.output<typeof Many> | undefined): string | null => {
  const filled = (values ?? []).flatMap(({ value, ...more }) => (value?.trim() ? [{ value, ...more }] : []))
  const one =
    filled.find(({ primary }) => isTrue(primary)) ??
    filled.find(({ type }) => type?.toLowerCase() === 'work') ??
    filled[0]
  return one?.value ?? null
}

/** People have names here; a directory that sends none has them in what it shows, or in the user name. */
const namesOf = ({ name, displayname, username }: z.output<typeof Sent>) => {
  const { givenname, familyname, formatted } = name ?? {}
  if (givenname || familyname) return { givenName: givenname ?? '', familyName: familyname ?? '' }
  return inTwo(formatted ?? displayname ?? username.replace(/@.*$/, ''))
}

/** The last word is the last name, where there are several. */
const inTwo = (whole: string) => {
  const words = whole.split(/\s+/)
  const familyName = words.length > 1 ? words.at(-1) : ''
  return {
    givenName: words
      .slice(0, familyName ? -1 : undefined)
      .join(' ')
      .slice(0, 200),
    familyName: familyName?.slice(0, 200) ?? '',
  }
}

/** `de-AT` is de, `pt-PT` is pt. */
export const languageOf = (tag: string | null) => {
  const wanted = tag?.toLowerCase().split(/[,;]/)[0]?.trim().replace('_', '-') ?? ''
  return languages.find((known) => known === wanted) ?? languages.find((known) => known === wanted.split('-')[0])
}

/** What a patch starts from. */
export const asIncoming = (person: PersonRow): ScimBody => ({
  username: person.userName,
  externalid: person.externalId,
  name: { givenname: person.givenName, familyname: person.familyName },
  displayname: person.displayName,
  title: person.title,
  preferredlanguage: person.language,
  active: person.active,
  emails: [{ value: person.email, type: 'work', primary: true }],
  ...(person.phoneNumber && { phonenumbers: [{ value: person.phoneNumber, type: 'work', primary: true }] }),
  ...(person.managerId && { 'enterprise.manager': { value: person.managerId } }),
})

type GroupOfPerson = { readonly groupId: string; readonly displayName: string }

export const shownPerson = (person: PersonRow, groups: readonly GroupOfPerson[], base: string) => ({
  schemas: person.managerId ? [userSchema, enterpriseSchema] : [userSchema],
  id: person.id,
  ...present({ externalId: person.externalId }),
  userName: person.userName,
  name: present({ givenName: person.givenName, familyName: person.familyName }),
  ...present({ displayName: person.shownName, title: person.title, preferredLanguage: person.shownLanguage }),
  active: person.active,
  emails: [{ value: person.email, type: 'work', primary: true }],
  ...(person.phoneNumber && { phoneNumbers: [{ value: person.phoneNumber, type: 'work', primary: true }] }),
  ...(groups.length > 0 && { groups: groups.map((group) => shownGroupOf(group, base)) }),
  ...(person.managerId && {
    [enterpriseSchema]: {
      manager: {
        value: person.managerId,
        $ref: `${base}/Users/${person.managerId}`,
      },
    },
  }),
})

const shownGroupOf = ({ groupId, displayName }: GroupOfPerson, base: string) => ({
  value: groupId,
  $ref: `${base}/Groups/${groupId}`,
  display: displayName,
  type: 'direct',
})

/** What has no value is not shown (RFC 7643 section 2.5). */
const present = (members: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value))
