// What happened to the accounts of the demonstration.
import { userEvents } from '#server/features/accounts/accounts.public.ts'
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { type Chance, chanceOf, daysBefore } from '../chance.ts'
import type { DemoPerson } from '../people.ts'
import { type AuthorOf, operators, type World } from './authors.ts'

export const aboutPeople = ({ people, now }: World, by: AuthorOf): AuditEntry[] =>
  people.flatMap((person) => {
    const chance = chanceOf(`audit events ${person.id}`)
    const about: PersonContext = { person, now, chance, by, who: chance.pick(operators) }
    return [created(about), ...changed(about), ...locked(about), ...invited(about)]
  })

type PersonContext = {
  readonly person: DemoPerson
  readonly now: Date
  readonly chance: Chance
  readonly by: AuthorOf
  readonly who: string
}

const created = ({ person, by, who }: PersonContext): AuditEntry => {
  const { id, userName, email, firstName, lastName, areaId, draft } = person
  return {
    at: person.createdOn,
    ...by(who, 'POST /api/v1/admin/users'),
    event: userEvents.created({
      subject: id,
      operation: 'InviteUsers',
      after: { id, userName, email, firstName, lastName, areaId, draft },
    }),
  }
}

const changed = ({ person, chance, by, who }: PersonContext): AuditEntry[] =>
  person.modifiedOn > person.createdOn && chance.often(0.7)
    ? [
        {
          at: person.modifiedOn,
          ...by(who, 'PUT /api/v1/admin/users/:id'),
          event: userEvents.changed({
            subject: person.id,
            before: { phoneNumber: null, language: 'en' },
            after: { phoneNumber: person.phoneNumber ?? null, language: person.language },
          }),
        },
      ]
    : []

/** Some were locked, and let in again within two days. */
const locked = (about: PersonContext): AuditEntry[] => {
  const { person, now, chance } = about
  if (person.locked) return [lock(about, daysBefore(now, chance.next() * 25))]
  if (!chance.often(0.04)) return []
  const days = 2 + chance.next() * 25
  return [lock(about, daysBefore(now, days)), unlock(about, daysBefore(now, days - chance.next() * 2))]
}

const lock = ({ person, by, who }: PersonContext, at: Date): AuditEntry => ({
  at,
  ...by(who, 'GET /api/v1/account/lock/:id'),
  event: userEvents.locked({
    subject: person.id,
    operation: 'LockUser',
    before: { locked: false },
    after: { locked: true },
  }),
})

const unlock = ({ person, by, who }: PersonContext, at: Date): AuditEntry => ({
  at,
  ...by(who, 'GET /api/v1/account/unlock/:id'),
  event: userEvents.unlocked({ subject: person.id, before: { locked: true }, after: { locked: false } }),
})

const invited = ({ person, now, chance, by, who }: PersonContext): AuditEntry[] =>
  chance.often(0.12)
    ? [
        {
          at: daysBefore(now, chance.next() * 30),
          ...by(who, 'POST /api/v1/admin/users/inviteUser/:id'),
          event: userEvents.invited({ subject: person.id, operation: 'InviteUsers' }),
        },
      ]
    : []
