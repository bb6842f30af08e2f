// Whether one value of an attribute is what a filter says: for the paths of a patch.
import type { Comparison, Filter, Value } from './filter.ts'

/** A value of a complex attribute, by names in small letters. */
export type Element = Readonly<Record<string, unknown>>

const ofElement = (element: Element, attribute: string): unknown => {
  const found = Object.keys(element).find((name) => name.toLowerCase() === attribute)
  return found === undefined ? undefined : element[found]
}

const texts: Partial<Record<Comparison, (a: string, b: string) => boolean>> = {
  co: (a, b) => a.includes(b),
  sw: (a, b) => a.startsWith(b),
  ew: (a, b) => a.endsWith(b),
}

const compared = (is: unknown, by: Comparison, wanted: Value): boolean => {
  if (by === 'ne') return !compared(is, 'eq', wanted)
  if (is === undefined || is === null) return by === 'eq' && wanted === null
  if (typeof is === 'boolean' || typeof wanted === 'boolean')
    return by === 'eq' && String(is).toLowerCase() === String(wanted).toLowerCase()
  const [a, b] = [String(is).toLowerCase(), String(wanted).toLowerCase()]
  if (by === 'eq') return a === b
  const ofTexts = texts[by]
  if (ofTexts) return ofTexts(a, b)
  return { gt: a > b, ge: a >= b, lt: a < b, le: a <= b }[by as 'gt' | 'ge' | 'lt' | 'le']
}

export const matches = (filter: Filter, element: Element): boolean => {
  switch (filter.kind) {
    case 'compare':
      return compared(ofElement(element, filter.attribute), filter.by, filter.value)
    case 'present':
      return ![undefined, null, ''].includes(ofElement(element, filter.attribute) as undefined)
    case 'not':
      return !matches(filter.part, element)
    case 'joined':
      return filter.by === 'and'
        ? filter.parts.every((part) => matches(part, element))
        : filter.parts.some((part) => matches(part, element))
    case 'within':
      return false
  }
}

/** What a filter of equations says of the value it looks for: `type eq "work"` → `{ type: 'work' }`. */
export const describedBy = (filter: Filter): Element | undefined => {
  if (filter.kind === 'compare' && filter.by === 'eq' && filter.value !== null)
    return { [filter.attribute]: filter.value }
  if (filter.kind !== 'joined' || filter.by !== 'and') return undefined
  const parts = filter.parts.map(describedBy)
  return parts.includes(undefined) ? undefined : Object.assign({}, ...parts)
}
