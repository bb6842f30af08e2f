// 400 people: the named accounts, the staff of the group and its clients' people.
import { systemAreas } from '#contract/system-ids.ts'
import type { NamedAccount } from './account.ts'
import { namedAccounts } from './accounts.ts'
import { areaOfCountry } from './areas.ts'
import { chanceOf, daysBefore, hostOf, idOf, plain, type Chance } from './chance.ts'
import { countries, firstNames, languageOfCountry, lastNames, phonePrefix, type Country } from './names.ts'
import type { DemoTenant } from './forest.ts'

export type DemoPerson = {
  readonly id: string
  readonly userName: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly name: string
  readonly language: string
  readonly country: Country
  readonly areaId: string
  readonly draft: boolean
  readonly restricted: boolean
  readonly locked: boolean
  /** Signs in here; the others through the work-account provider. */
  readonly local: boolean
  readonly passwordAgeDays: number
  readonly jobTitle: string | undefined
  readonly manager: string | undefined
  readonly teams: readonly string[]
  readonly phoneNumber: string | undefined
  readonly category: string | undefined
  readonly createdOn: Date
  readonly modifiedOn: Date
  /** A customer's company. */
  readonly employer: DemoTenant | undefined
  readonly named: NamedAccount | undefined
}

const personCount = 400
const customerShare = 0.34

export const personId = (userName: string): string => idOf('user', userName)

export const demoPeople = (now: Date, tenants: readonly DemoTenant[]): DemoPerson[] => {
  const chance = chanceOf('people')
  const people = namedAccounts.map((account) => namedPerson(account, now, tenants))
  const taken = new Set(people.map((person) => person.userName))
  const employers = employersOf(tenants)
  while (people.length < personCount) {
    const employer = chance.often(customerShare) ? employers(chance) : undefined
    const country = employer?.country ?? chance.pick(countries)
    const firstName = chance.pick(firstNames[country])
    const lastName = chance.pick(lastNames[country])
    const userName = `${plain(firstName)}.${plain(lastName).split(' ').at(-1) ?? ''}`
    if (taken.has(userName)) continue
    taken.add(userName)
    people.push(
      employer
        ? customer({ firstName, lastName, userName, country, employer, now, chance })
        : staff({ firstName, lastName, userName, country, now, chance }),
    )
  }
  return people
}

/**
 * Somewhat more often the clients of Innovation Barcelona, where the consultant's account works, and those with a
 * second factor.
 */
const employersOf = (tenants: readonly DemoTenant[]) => {
  const companies = tenants.filter((tenant) => tenant.kind === 'company' && !tenant.root.requiresTwoFactor)
  const near = companies.filter((tenant) => tenant.parent?.title === 'Innovation Barcelona')
  const guarded = tenants.filter((tenant) => tenant.kind === 'company' && tenant.root.requiresTwoFactor)
  return (chance: Chance): DemoTenant =>
    chance.pick(chance.often(0.14) ? near : chance.often(0.07) ? guarded : companies)
}

const namedPerson = (account: NamedAccount, now: Date, tenants: readonly DemoTenant[]): DemoPerson => {
  const chance = chanceOf(`person ${account.userName}`)
  const customers = account.areaId === systemAreas.customers
  return {
    id: personId(account.userName),
    userName: account.userName,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    name: account.name,
    language: account.language ?? languageOfCountry[account.country],
    country: account.country,
    areaId: account.areaId,
    draft: account.state === 'draft',
    restricted: false,
    locked: account.state === 'locked',
    local: account.state !== 'company',
    passwordAgeDays: account.state === 'password-expired' ? 97 : 4,
    jobTitle: account.jobTitle,
    manager: undefined,
    teams: account.teams ?? [],
    phoneNumber: phone(account.country, chance),
    category: account.category,
    createdOn: daysBefore(now, chance.between(420, 1200)),
    modifiedOn: daysBefore(now, chance.between(1, 20) + chance.next()),
    employer: customers ? tenants.find((tenant) => tenant.title === account.appsAt) : undefined,
    named: account,
  }
}

type PersonSeed = { firstName: string; lastName: string; userName: string; country: Country; now: Date; chance: Chance }

const anybody = ({ firstName, lastName, userName, country, now, chance }: PersonSeed) => {
  const createdOn = daysBefore(now, chance.between(25, 1300) + chance.next())
  const changed = daysBefore(now, chance.between(0, 60) + chance.next())
  return {
    id: personId(userName),
    userName,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    language: chance.often(0.07) ? 'en' : languageOfCountry[country],
    country,
    draft: false,
    locked: chance.often(0.03),
    passwordAgeDays: chance.between(1, 60),
    phoneNumber: chance.often(0.7) ? phone(country, chance) : undefined,
    createdOn,
    modifiedOn: changed < createdOn ? createdOn : changed,
    named: undefined,
  }
}

const categories = [
  'Consultant',
  'Consultant',
  'Consultant',
  'Analyst',
  'Project manager',
  'Team leader',
  'Technical office leader',
  'Knowledge master',
  'Manager',
  'Country manager',
  'Director',
]

const staff = (born: PersonSeed): DemoPerson => {
  const { chance, country, userName } = born
  const domain = chance.pick(['portico.example', 'portico.example', 'portico-group.example', 'consult.example'])
  return {
    ...anybody(born),
    email: `${userName}@${domain}`,
    areaId: chance.often(0.08) ? systemAreas.security : areaOfCountry[country],
    restricted: chance.often(0.05),
    local: domain === 'consult.example',
    jobTitle: undefined,
    manager: undefined,
    teams: [],
    category: chance.pick(categories),
    employer: undefined,
  }
}

const jobTitles: Record<Country, readonly string[]> = {
  ES: ['Responsable de I+D', 'Directora financiera', 'Ingeniero de proyectos', 'Controller'],
  FR: ['Responsable R&D', 'Directrice financière', 'Chef de projet', 'Comptable'],
  IT: ['Responsabile R&S', 'Direttore finanziario', 'Project engineer', 'Contabile'],
  PT: ['Responsável de I&D', 'Diretora financeira', 'Gestor de projeto', 'Contabilista'],
  BR: ['Gerente de P&D', 'Diretora financeira', 'Engenheiro de projetos', 'Contador'],
  DE: ['Entwicklungsleiterin', 'Kaufmännischer Leiter', 'Projektingenieur', 'Buchhalter'],
  GB: ['Head of R&D', 'Finance director', 'Project engineer', 'Accountant'],
}
const customerTeams = ['Finance', 'R&D', 'Projects', 'Quality', 'Management']

const customer = (born: PersonSeed & { employer: DemoTenant }): DemoPerson => {
  const { chance, country, userName, employer } = born
  return {
    ...anybody(born),
    email: `${userName}@${hostOf(employer.title)}.example`,
    areaId: systemAreas.customers,
    draft: chance.often(0.1),
    restricted: chance.often(0.25),
    local: true,
    jobTitle: chance.pick(jobTitles[country]),
    manager: chance.often(0.5) ? `${chance.pick(firstNames[country])} ${chance.pick(lastNames[country])}` : undefined,
    teams: chance.some(customerTeams, chance.between(0, 2)),
    category: undefined,
    employer,
  }
}

const phone = (country: Country, chance: Chance): string => `${phonePrefix[country]}${chance.between(100, 999)}`
