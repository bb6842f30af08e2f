// The seven areas: two come with every installation, five with the demonstration.
import { systemAreas } from '#contract/system-ids.ts'
import { idOf } from './chance.ts'
import type { Country } from './names.ts'

export const areas = {
  spain: idOf('area', 'Innovation Spain'),
  france: idOf('area', 'Grants France'),
  italy: idOf('area', 'Innovation Italy'),
  portugal: idOf('area', 'Portugal & Brazil'),
  north: idOf('area', 'Northern Europe'),
} as const

export const areaRows = [
  { id: areas.spain, name: 'Innovation Spain' },
  { id: areas.france, name: 'Grants France' },
  { id: areas.italy, name: 'Innovation Italy' },
  { id: areas.portugal, name: 'Portugal & Brazil' },
  { id: areas.north, name: 'Northern Europe' },
]

export const areaOfCountry: Record<Country, string> = {
  ES: areas.spain,
  FR: areas.france,
  IT: areas.italy,
  PT: areas.portugal,
  BR: areas.portugal,
  DE: areas.north,
  GB: areas.north,
}

export const areaName = (id: string): string => {
  if (id === systemAreas.customers) return 'Customers'
  if (id === systemAreas.security) return 'IT & Security'
  return areaRows.find((area) => area.id === id)?.name ?? ''
}
