// The trees of the demonstration's tenants while they are made: how many fit, and what a new one has from its parent.
import { areaOfCountry } from './areas.ts'
import { chanceOf, daysBefore, idOf } from './chance.ts'
import { naming, numbersOf, type Numbers } from './companies.ts'
import type { Country } from './names.ts'

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

type Seed = Pick<DemoTenant, 'title' | 'country' | 'kind'> &
  Partial<Pick<DemoTenant, 'areaId' | 'requiresTwoFactor' | 'groupAlias'>>

export type Forest = {
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

export const plant = (now: Date): Forest => {
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
