// 1,500 tenants: the group's own tree with the clients of each office, and the trees of clients that are groups
// themselves.
import { systemAreas } from '#contract/system-ids.ts'
import { areaOfCountry } from './areas.ts'
import { chanceOf, daysBefore, idOf } from './chance.ts'
import { holdingName, naming, numbersOf, type Numbers } from './companies.ts'
import { countries, type Country } from './names.ts'
import { protectedHoldings, namedClients, offices } from './organisation.ts'

export type DemoTenant = {
  readonly id: string
  readonly title: string
  readonly country: Country
  /** What it stands for: an office of the group, a company, a place or a department of a company. */
  readonly kind: 'office' | 'company' | 'site' | 'unit'
  readonly level: number
  readonly parent: DemoTenant | undefined
  readonly root: DemoTenant
  readonly areaId: string
  readonly numbers: Numbers | undefined
  readonly groupAlias: string | undefined
  readonly auto: boolean
  readonly customized: boolean
  readonly requiresTwoFactor: boolean
  readonly createdOn: Date
  readonly modifiedOn: Date
}

const tenantCount = 1500

export const demoTenants = (now: Date): DemoTenant[] => {
  const forest = plant(now)
  growGroup(forest)
  growProtected(forest)
  for (const holding of holdings()) if (forest.room() > 1) growHolding(forest, holding)
  // One left over is too few for a tree of its own.
  const office = forest.tenants.find((tenant) => tenant.title === 'Grants Spain')
  if (forest.room() > 0 && office)
    forest.add(office, { title: 'Cámara de Comercio Meridional', country: 'ES', kind: 'company' })
  return forest.tenants
}

type Seed = Pick<DemoTenant, 'title' | 'country' | 'kind'> &
  Partial<Pick<DemoTenant, 'areaId' | 'requiresTwoFactor' | 'groupAlias'>>
type Forest = {
  readonly tenants: DemoTenant[]
  room(): number
  add(parent: DemoTenant | undefined, seed: Seed): DemoTenant
  company(country: Country, stem?: string): string | undefined
}

/** What a tenant has from where it stands. */
const placeOf = (parent: DemoTenant | undefined, seed: Seed) => ({
  id: idOf('tenant', `${parent?.id ?? ''}/${seed.title}`),
  level: (parent?.level ?? 0) + 1,
  parent,
  areaId: seed.areaId ?? parent?.areaId ?? areaOfCountry[seed.country],
  groupAlias: seed.groupAlias ?? parent?.groupAlias,
})

const plant = (now: Date): Forest => {
  const tenants: DemoTenant[] = []
  const taken = new Set<string>()
  const chance = chanceOf('tenants')

  const add = (parent: DemoTenant | undefined, seed: Seed): DemoTenant => {
    const auto = seed.kind !== 'office' && chance.often(0.6)
    const createdOn = daysBefore(now, chance.between(70, 1400) + chance.next())
    const customized = auto && chance.often(0.18)
    const tenant: DemoTenant = {
      ...seed,
      ...placeOf(parent, seed),
      get root() {
        return parent?.root ?? tenant
      },
      numbers: seed.kind === 'company' ? numbersOf(seed.country, chance) : undefined,
      auto,
      customized,
      requiresTwoFactor: seed.requiresTwoFactor ?? false,
      createdOn,
      modifiedOn: customized ? daysBefore(now, chance.between(1, 69) + chance.next()) : createdOn,
    }
    tenants.push(tenant)
    return tenant
  }

  /** `Ferrer Logística S.L.`: every company once, or none when the stem has no line of business left. */
  const company = (country: Country, stem?: string): string | undefined => {
    const names = naming[country]
    for (let attempt = 0; attempt < 24; attempt++) {
      const name = `${stem ?? chance.pick(names.stems)} ${chance.pick(names.sectors)}`
      if (taken.has(name)) continue
      taken.add(name)
      return stem || chance.often(0.5) ? `${name} ${chance.pick(names.forms)}` : name
    }
    return undefined
  }

  return { tenants, room: () => tenantCount - tenants.length, add, company }
}

const addNamedClients = (forest: Forest, office: DemoTenant, country: Country) => {
  for (const named of namedClients[office.title] ?? []) {
    const client = forest.add(office, { title: named.title, country, kind: 'company' })
    for (const place of named.places ?? []) forest.add(client, { title: place, country, kind: 'site' })
  }
}

/** Offices below the group, below them their clients, below some of those their places. */
const growGroup = (forest: Forest) => {
  const chance = chanceOf('offices')
  const byTitle = new Map<string, DemoTenant>()
  for (const { title, under, country, clients } of offices) {
    const office = forest.add(under === undefined ? undefined : byTitle.get(under), {
      title,
      country,
      kind: 'office',
      ...(under === undefined
        ? { areaId: systemAreas.security, groupAlias: 'MERIDIAN' }
        : { areaId: areaOfCountry[country] }),
    })
    byTitle.set(title, office)
    addNamedClients(forest, office, country)
    for (let index = 0; index < clients; index++) {
      const name = forest.company(country)
      if (name === undefined) continue
      const client = forest.add(office, { title: name, country, kind: 'company' })
      if (chance.often(0.22)) growPlaces(forest, client)
    }
  }
}

/**
 * The flag stands at the top and at the first company: those who only work for another one are asked as well if they
 * came from above.
 */
const growProtected = (forest: Forest) => {
  for (const { country, title, alias, companies } of protectedHoldings) {
    const root = forest.add(undefined, { title, country, kind: 'company', groupAlias: alias, requiresTwoFactor: true })
    for (const [index, [name, places]] of Object.entries(companies).entries()) {
      const company = forest.add(root, { title: name, country, kind: 'company', requiresTwoFactor: index === 0 })
      for (const place of places) forest.add(company, { title: place, country, kind: 'site' })
    }
  }
}

type Holding = { readonly country: Country; readonly stem: string; readonly depth: number }

/** One after the other from each country, with depths of two to five levels. */
const holdings = (): Holding[] => {
  const chance = chanceOf('holdings')
  const most = Math.max(...countries.map((country) => naming[country].stems.length))
  return Array.from({ length: most }).flatMap((_, turn) =>
    countries.flatMap((country) => {
      const stem = naming[country].stems[turn]
      return stem === undefined ? [] : [{ country, stem, depth: chance.between(2, 5) }]
    }),
  )
}

const growHolding = (forest: Forest, { country, stem, depth }: Holding) => {
  const chance = chanceOf(`holding ${country} ${stem}`)
  const root = forest.add(undefined, {
    title: holdingName(country, stem),
    country,
    kind: 'company',
    groupAlias: stem.toLocaleUpperCase('en'),
    areaId: chance.often(0.35) ? systemAreas.customers : areaOfCountry[country],
  })
  const subsidiaries = chance.between(2, 4)
  for (let index = 0; index < subsidiaries && forest.room() > 0; index++) {
    const name = forest.company(country, stem)
    if (name === undefined) continue
    const subsidiary = forest.add(root, { title: name, country, kind: 'company' })
    // The first one goes all the way down, so that the tree is as deep as it was meant to be.
    if (depth > 2 && (index === 0 || chance.often(0.6)))
      growPlaces(forest, subsidiary, index === 0 ? depth - 2 : chance.between(1, depth - 2))
  }
}

/** Places of a company, departments in a place, teams in a department. */
const growPlaces = (forest: Forest, company: DemoTenant, levels = 1) => {
  const chance = chanceOf(`places ${company.id}`)
  const { country } = company
  const { site, stems, cities, units } = naming[country]
  const called = stems.find((stem) => company.title.startsWith(stem)) ?? company.title
  for (const [index, city] of chance.some(cities, chance.between(2, 3)).entries()) {
    if (forest.room() < 1) return
    const place = forest.add(company, {
      title: `${called} – ${country === 'GB' ? `${city} ${site}` : `${site} ${city}`}`,
      country,
      kind: 'site',
    })
    if (levels < 2 || (index > 0 && chance.often(0.5))) continue
    growUnits(forest, place, {
      country,
      names: chance.some(units, chance.between(2, 3)).map((unit) => `${called} – ${unit} ${city}`),
      teams: levels > 2,
    })
  }
}

const growUnits = (
  forest: Forest,
  place: DemoTenant,
  { country, names, teams }: { country: Country; names: readonly string[]; teams: boolean },
) => {
  for (const [position, title] of names.entries()) {
    if (forest.room() < 1) return
    const department = forest.add(place, { title, country, kind: 'unit' })
    if (teams && position === 0 && forest.room() > 0)
      forest.add(department, { title: `${title} 1`, country, kind: 'unit' })
  }
}
