// What a directory sends, with the names that stand in the schemas in small letters: names are written in any case
// (RFC 7643 section 2.1). The enterprise extension is taken apart: `enterprise.manager`.
import { attributeName } from './filter.ts'
import type { Attributes } from './schemas.ts'
import { scimRefusal } from './scim-refusal.ts'

export type ScimBody = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names in small letters, all the way down. */
export const inSmallLetters = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inSmallLetters)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inSmallLetters(inner)]))
}

/** The members of a body by the paths that they stand for. */
export const membersOf = (body: ScimBody): [path: string, value: unknown][] =>
  Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const path = attributeName(name)
    if (path !== 'enterprise') return [[path, value]]
    const inner = isObject(value) ? Object.entries(value).filter(([one]) => one.toLowerCase() !== 'schemas') : []
    return inner.map(([one, its]) => [`enterprise.${one.toLowerCase()}`, its])
  })

/** `schemas` names what a resource is (RFC 7643 section 3); extensions that nobody here knows may stand beside it. */
const refuseWithoutSchema = (body: unknown, schema: string) => {
  const [, named] = isObject(body)
    ? (Object.entries(body).find(([name]) => name.toLowerCase() === 'schemas') ?? [])
    : []
  const names: readonly unknown[] = Array.isArray(named) ? named : []
  if (!names.some((name) => String(name).toLowerCase() === schema.toLowerCase()))
    throw scimRefusal('invalidValue', `schemas must name ${schema}`)
}

/** A whole resource as it was sent. */
export const readSent = (body: unknown, attributes: Attributes, schema: string): ScimBody => {
  const read = readResource(body, attributes)
  refuseWithoutSchema(body, schema)
  return read
}

/** Of a whole resource: what is read only or unknown is passed over, and null is nothing (RFC 7644 section 3.5.1). */
export const readResource = (body: unknown, attributes: Attributes): ScimBody => {
  if (!isObject(body)) throw scimRefusal('invalidSyntax', 'the body must be a JSON object')
  const kept = membersOf(body).filter(([name, value]) => {
    const attribute = attributes.get(name)
    return attribute && attribute.mutability !== 'readOnly' && value !== null
  })
  return Object.fromEntries(kept.map(([name, value]) => [name, inSmallLetters(value)]))
}
