// Writes the people with their passwords.
import type { Tx } from '#server/kernel/context.ts'
import { daysBefore, idOf } from './chance.ts'
import { insertMany } from './insert-many.ts'
import { personId, type DemoPerson } from './people.ts'
import { isSignedIn, type SignIn } from './sign-ins.ts'

type People = {
  readonly now: Date
  readonly people: readonly DemoPerson[]
  readonly passwordHash: string
  readonly signIns: readonly SignIn[]
}

/** Drafts have no password yet, save the one that shows what a draft is told at sign-in. */
const hasPassword = (person: DemoPerson) => person.named !== undefined || (person.local && !person.draft)

const columns = {
  id: 'uuid',
  user_name: 'text',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  language: 'text',
  area_id: 'uuid',
  draft: 'boolean',
  validate_scopes: 'boolean',
  locked_by_administrator: 'boolean',
  job_title: 'text',
  manager: 'text',
  teams: 'text[]',
  phone_number: 'text',
  internal_category: 'text',
  password_hash: 'text',
  password_changed_on: 'timestamptz',
  password_expired: 'boolean',
  break_glass: 'boolean',
  security_stamp: 'uuid',
  last_login_on: 'timestamptz',
  created_on: 'timestamptz',
  created_by: 'uuid',
  modified_on: 'timestamptz',
} as const

type Person = {
  readonly person: DemoPerson
  readonly now: Date
  readonly passwordHash: string
  readonly lastLogin: Date | undefined
}

const rowOf = ({ person, now, passwordHash, lastLogin }: Person) => ({
  id: person.id,
  user_name: person.userName,
  email: person.email,
  first_name: person.firstName,
  last_name: person.lastName,
  language: person.language,
  area_id: person.areaId,
  draft: person.draft,
  validate_scopes: person.restricted,
  locked_by_administrator: person.locked,
  job_title: person.jobTitle,
  manager: person.manager,
  teams: person.teams,
  phone_number: person.phoneNumber,
  internal_category: person.category,
  password_hash: hasPassword(person) ? passwordHash : null,
  password_changed_on: hasPassword(person) ? daysBefore(now, person.passwordAgeDays) : null,
  password_expired: !hasPassword(person),
  break_glass: false,
  security_stamp: idOf('stamp', person.userName),
  last_login_on: lastLogin,
  created_on: person.createdOn,
  created_by: personId('nuria.puig'),
  modified_on: person.modifiedOn,
})

export const insertPeople = async (tx: Tx, { now, people, passwordHash, signIns }: People): Promise<void> => {
  const lastLogin = new Map(
    signIns.flatMap((event) => (event.person && isSignedIn(event) ? [[event.person.id, event.entry.at] as const] : [])),
  )
  await insertMany(
    tx,
    'portal_user',
    columns,
    people.map((person) => rowOf({ person, now, passwordHash, lastLogin: lastLogin.get(person.id) })),
  )
  await insertMany(
    tx,
    'password_history',
    { user_id: 'uuid', password_hash: 'text', set_on: 'timestamptz' },
    people.filter(hasPassword).map((person) => ({
      user_id: person.id,
      password_hash: passwordHash,
      set_on: daysBefore(now, person.passwordAgeDays),
    })),
  )
}
