// A month of sign-ins as it looks in an office: weekdays, working hours, typing mistakes, a few locks.
import { chanceOf, daysBefore, idOf, minutesAfter, type Chance } from './chance.ts'
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import type { signInResults } from '#contract/log-entries.ts'
import { type SignInEventType, signInEvents } from '#server/features/sign-in/sign-in.events.ts'
import type { DemoPerson } from './people.ts'

export type SignIn = { readonly entry: AuditEntry; readonly person: DemoPerson | undefined }

export const isSignedIn = ({ entry }: SignIn) => entry.event.type === signInEvents.succeeded.type

type Addresses = { readonly identityUrl: string; readonly exampleUrl: string }

const hour = 60

export const demoSignIns = (now: Date, people: readonly DemoPerson[], addresses: Addresses): SignIn[] => {
  const chance = chanceOf('sign-ins')
  const active = people.filter((person) => !person.draft)
  const events = moments(now, chance).flatMap((at) => attempt(at, chance.pick(active), chance, addresses))
  return events.filter(({ entry }) => entry.at <= now).sort((a, b) => a.entry.at.getTime() - b.entry.at.getTime())
}

/**
 * 31 days, and every one of the last twelve hours, whatever the clock says: the chart of the last hours is never empty.
 */
const moments = (now: Date, chance: Chance): Date[] => {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const days = Array.from({ length: 31 }, (_, back) => daysBefore(midnight, back)).flatMap((day) => {
    const weekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
    return Array.from({ length: weekend ? chance.between(14, 26) : chance.between(125, 170) }, () =>
      minutesAfter(day, workingMinute(chance)),
    )
  })
  const lately = Array.from({ length: 12 }, (_, back) =>
    Array.from({ length: chance.between(4, 16) }, () => minutesAfter(now, -back * hour - chance.next() * hour)),
  ).flat()
  return [...days, ...lately]
}

/** Around nine and around two, hardly ever at night. */
const workingMinute = (chance: Chance): number => {
  const centre = chance.often(0.62) ? 8.8 : chance.often(0.8) ? 13.6 : 18
  const spread = (chance.next() + chance.next() + chance.next() - 1.5) * 2.2
  return (centre + spread) * hour
}

const attempt = (at: Date, person: DemoPerson, chance: Chance, addresses: Addresses): SignIn[] => {
  if (chance.often(0.006)) return [unknownName(at, chance)]
  const eventAt = teller(person, chance, addresses)
  if (!person.local)
    return [
      chance.often(0.985)
        ? eventAt(at, signInEvents.succeeded, 'Success', 'Signed in')
        : eventAt(at, signInEvents.failed, 'Failure', 'Access is denied'),
    ]
  if (person.locked) return [eventAt(at, signInEvents.locked, 'FullUserLocked', 'User Is Locked Out')]
  if (chance.often(0.012)) return lockedOut(at, eventAt, chance)
  const typos = chance.often(0.08) ? chance.between(1, 2) : 0
  return [
    ...Array.from({ length: typos }, (_, index) =>
      eventAt(
        minutesAfter(at, -0.4 * (typos - index)),
        signInEvents.failed,
        'Failure',
        `Incorrect username or password. ${4 - index} attempts left`,
      ),
    ),
    eventAt(at, signInEvents.succeeded, 'Success', 'Signed in'),
  ]
}

type Result = (typeof signInResults)[number]
type SignInEventOf = (at: Date, type: SignInEventType, result: Result, reason: string) => SignIn

const lockedOut = (at: Date, eventAt: SignInEventOf, chance: Chance): SignIn[] => [
  ...Array.from({ length: 4 }, (_, index) =>
    eventAt(
      minutesAfter(at, index * 0.5),
      signInEvents.failed,
      'Failure',
      `Incorrect username or password. ${4 - index} attempts left`,
    ),
  ),
  eventAt(minutesAfter(at, 2), signInEvents.locked, 'UserLocked', 'Too many failed attempts'),
  ...(chance.often(0.6)
    ? [
        eventAt(
          minutesAfter(at, 2 + chance.between(3, 40)),
          signInEvents.unlocked,
          'Unlocked',
          'Unlocked by an administrator',
        ),
      ]
    : []),
]

const teller = (person: DemoPerson, chance: Chance, { identityUrl, exampleUrl }: Addresses): SignInEventOf => {
  const home = chanceOf(`address ${person.id}`)
  const ip = chance.often(0.9) ? `198.51.100.${home.between(2, 250)}` : `203.0.113.${chance.between(2, 250)}`
  const returnUrl = chance.often(0.45)
    ? `${identityUrl}/home`
    : `${exampleUrl}/${chance.pick(['grants', 'rndplatform', 'missions', 'receipts', 'projecttracking', 'signature'])}/callback`
  const { id, userName } = person
  const provider = person.local ? ('Local' as const) : ('Microsoft' as const)
  return (at, type, result, reason) => ({
    person,
    entry: {
      at,
      actor: { kind: 'user', id, name: userName },
      ip,
      apiEntry: person.local ? 'POST /api/v1/account/login' : 'GET /api/v1/account/externalCallback',
      event: type({ subject: id, after: { userName, reason, result, provider, returnUrl } }),
    },
  })
}

const unknownName = (at: Date, chance: Chance): SignIn => {
  const name = chance.pick(['admin', 'root', 'test', 'm.oliveira', 'info', 'administrador', 'soporte'])
  return {
    person: undefined,
    entry: {
      at,
      actor: { kind: 'user', id: undefined, name },
      ip: `192.0.2.${chance.between(2, 60)}`,
      apiEntry: 'POST /api/v1/account/login',
      event: signInEvents.failed({
        subject: name,
        after: {
          userName: name,
          reason: 'Incorrect username or password. 4 attempts left',
          result: 'Failure',
          provider: 'Local',
          returnUrl: null,
        },
      }),
    },
  }
}

export type DemoSession = {
  readonly uid: string
  readonly application: string
  readonly person: DemoPerson
  readonly ip: string
  readonly startedOn: Date
  readonly lastActivityOn: Date
  readonly endedOn: Date | undefined
  readonly endReason: string | undefined
}

/** What the sign-ins of the last ten days were used for; some are still at it. */
export const demoSessions = (now: Date, signIns: readonly SignIn[]): DemoSession[] =>
  signIns.flatMap((signIn, index) => {
    const { person, entry } = signIn
    const { at, ip } = entry
    if (!person || !isSignedIn(signIn) || at < daysBefore(now, 10)) return []
    const chance = chanceOf(`session ${index}`)
    const uid = idOf('session', String(index)).replaceAll('-', '').slice(0, 21)
    const last = minutesAfter(at, chance.between(5, 480))
    const goesOn = last >= now || (now.getTime() - at.getTime() < 5 * 3_600_000 && chance.often(0.5))
    const lastActivityOn = goesOn
      ? minutesAfter(now, -Math.min(chance.next() * 45, (now.getTime() - at.getTime()) / 60_000))
      : last
    const endReason = goesOn ? undefined : chance.pick(['signed out', 'signed out', 'expired'])
    const applications = [
      'identity',
      ...chance.some(
        ['grants', 'rndplatform', 'missions', 'receipts', 'projecttracking', 'signature', 'masterdata'],
        chance.between(0, 3),
      ),
    ]
    return applications.map((application) => ({
      uid,
      application,
      person,
      ip: ip ?? '',
      startedOn: at,
      lastActivityOn,
      endedOn: goesOn ? undefined : last,
      endReason,
    }))
  })
