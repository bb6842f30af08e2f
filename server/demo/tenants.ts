// 1,500 tenants: the group's own tree with the clients of each office, and the trees of clients that are groups
// themselves.
import { systemAreas } from '#contract/system-ids.ts'
import { areaOfCountry } from './areas.ts'
import { chanceOf } from './chance.ts'
import { type Country } from './names.ts'
import { protectedHoldings, namedClients, offices } from './organisation.ts'
import { holdings, growHolding } from './holdings.ts'
import { type DemoTenant, type Forest, plant } from './forest.ts'
import { growPlaces } from './company-places.ts'

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
