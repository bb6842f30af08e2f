// Companies that stand below others, several levels deep.
import { systemAreas } from '#contract/system-ids.ts'
import { areaOfCountry } from './areas.ts'
import { chanceOf } from './chance.ts'
import { holdingName, naming } from './companies.ts'
import { countries, type Country } from './names.ts'
import { growPlaces } from './company-places.ts'
import type { Forest } from './forest.ts'

type Holding = { readonly country: Country; readonly stem: string; readonly depth: number }

/** One after the other from each country, with depths of two to five levels. */
export const holdings = (): Holding[] => {
  const chance = chanceOf('holdings')
  const most = Math.max(...countries.map((country) => naming[country].stems.length))
  return Array.from({ length: most }).flatMap((_, turn) =>
    countries.flatMap((country) => {
      const stem = naming[country].stems[turn]
      return stem === undefined ? [] : [{ country, stem, depth: chance.between(2, 5) }]
    }),
  )
}

export const growHolding = (forest: Forest, { country, stem, depth }: Holding) => {
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
