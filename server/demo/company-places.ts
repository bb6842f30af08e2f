// Places of a company, departments in a place, teams in a department.
import { chanceOf } from './chance.ts'
import { naming } from './companies.ts'
import type { Country } from './names.ts'
import { type DemoTenant, type Forest } from './forest.ts'

export const growPlaces = (forest: Forest, company: DemoTenant, levels = 1) => {
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
