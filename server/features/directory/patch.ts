// A patch (RFC 7644 section 3.5.2) as a function: the resource as it is, and the operations, to the resource as it
// shall be. Names are in small letters on both sides (incoming.ts).
import { z } from 'zod'
import { attributeName, type Filter, type Path, readPath } from './filter.ts'
import { type ScimBody, inSmallLetters, isObject, membersOf } from './incoming.ts'
import { describedBy, type Element, matches } from './matching.ts'
import { notKept } from './not-kept.ts'
import { type Attributes, enterpriseSchema, type ScimAttribute } from './schemas.ts'
import { scimRefusal } from './scim-refusal.ts'

type Op = 'add' | 'replace' | 'remove'
type Operation = { readonly op: Op; readonly path?: string | undefined; readonly value?: unknown }

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:patchop'

/** Entra writes operations with a capital letter. */
const Body = z.object({
  schemas: z.array(z.string()).refine((names) => names.some((name) => name.toLowerCase() === patchSchema)),
  operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().min(1).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1_000),
})

const faultOf = ({ path: [first, at, second] }: z.core.$ZodIssue) =>
  first === 'operations' && at !== undefined
    ? `operation ${String(at)} has no right ${String(second ?? 'form')}`
    : `${String(first ?? 'the body')} is not that of a patch`

export const readOperations = (body: unknown): readonly Operation[] => {
  const top = isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
    : body
  const read = Body.safeParse(top)
  if (read.success) return read.data.operations
  const [issue] = read.error.issues
  throw scimRefusal('invalidSyntax', issue ? faultOf(issue) : 'the body is not that of a patch')
}

export const applyPatch = (resource: ScimBody, operations: readonly Operation[], attributes: Attributes): ScimBody =>
  operations.reduce((before, operation) => applied(before, operation, attributes), resource)

const applied = (resource: ScimBody, { op, path, value }: Operation, attributes: Attributes): ScimBody => {
  if (op !== 'remove' && value === undefined) throw scimRefusal('invalidValue', `${op} needs a value`)
  if (path !== undefined && attributeName(path) === 'enterprise')
    return ofExtension(resource, { op, value }, attributes)
  if (path !== undefined)
    return atPath(resource, { op, path: readPath(path), value: inSmallLetters(value) }, attributes)
  if (op === 'remove') throw scimRefusal('noTarget', 'remove needs a path')
  if (!isObject(value)) throw scimRefusal('invalidValue', 'without a path the value must be an object')
  // What a directory only repeats (Okta sends the id) changes nothing.
  const written = membersOf(value).filter(
    ([name]) => attributes.get(name.split('.')[0] ?? '')?.mutability !== 'readOnly',
  )
  return written.reduce(
    (before, [name, inner]) => atPath(before, { op, path: readPath(name), value: inSmallLetters(inner) }, attributes),
    resource,
  )
}

/** All that the extension has, or what stands in the value. */
const ofExtension = (resource: ScimBody, { op, value }: Operation, attributes: Attributes): ScimBody =>
  op === 'remove'
    ? Object.fromEntries(Object.entries(resource).filter(([name]) => !name.startsWith('enterprise.')))
    : applied(resource, { op, value: { [enterpriseSchema]: value } }, attributes)

type Step = { readonly op: Op; readonly path: Path; readonly value: unknown }

const atPath = (resource: ScimBody, step: Step, attributes: Attributes): ScimBody => {
  const { attribute: name } = step.path
  const attribute = attributes.get(name)
  if (notKept.has(`${name}.${step.path.sub}`)) return resource
  if (!attribute) {
    if (notKept.has(name) || name.startsWith('urn:')) return resource
    throw scimRefusal('invalidPath', `there is no attribute “${name.slice(0, 60)}”`)
  }
  if (attribute.mutability === 'readOnly') throw scimRefusal('mutability', `${attribute.name} is read only`)
  refuseUnknownPart(attribute, step.path)
  const after = attribute.multiValued
    ? manyAfter(attribute, resource[name], step)
    : oneAfter(attribute, resource[name], step)
  if (attribute.required && isNothing(after)) throw scimRefusal('mutability', `${attribute.name} is required`)
  return { ...resource, [name]: after }
}

const refuseUnknownPart = ({ name, subAttributes = [] }: ScimAttribute, { sub }: Path) => {
  if (sub !== undefined && !subAttributes.some((part) => part.name.toLowerCase() === sub))
    throw scimRefusal('invalidPath', `${name} has no “${sub.slice(0, 60)}”`)
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const oneAfter = ({ name, type }: ScimAttribute, before: unknown, { op, path, value }: Step): unknown => {
  if (path.filter) throw scimRefusal('invalidPath', `${name} has one value only`)
  if (path.sub !== undefined)
    return { ...(isObject(before) ? before : {}), [path.sub]: op === 'remove' ? undefined : value }
  if (op === 'remove' || value === null) return undefined
  return type === 'complex' && isObject(before) && isObject(value) ? { ...before, ...value } : value
}

const elementsOf = (value: unknown): readonly Element[] => {
  const values = Array.isArray(value) ? value : isNothing(value) ? [] : [value]
  // A plain text is what others write as { value } (Entra).
  return values.map((one) => (isObject(one) ? one : { value: one }))
}

const manyAfter = (attribute: ScimAttribute, before: unknown, step: Step): readonly Element[] => {
  const { op, path, value } = step
  const is = elementsOf(before)
  if (path.filter) return filteredAfter(is, { ...step, filter: path.filter }, attribute)
  if (path.sub !== undefined) return is.map((element) => withPart(element, step))
  if (op === 'replace') return elementsOf(value)
  if (op === 'add') return together(is, elementsOf(value))
  // Entra removes members by their ids in the value, and not in the path.
  const named = new Set(elementsOf(value).map(keyOf))
  return named.size === 0 ? [] : is.filter((element) => !named.has(keyOf(element)))
}

const keyOf = ({ value }: Element) => String(value).toLowerCase()

/** What is there already is there once; a new primary one is the only one. */
const together = (is: readonly Element[], more: readonly Element[]) => {
  const named = new Set(more.map(keyOf))
  const staying = is.filter((element) => !named.has(keyOf(element)))
  const primary = more.some((element) => isTrue(element['primary']))
  return [...(primary ? staying.map((element) => ({ ...element, primary: false })) : staying), ...more]
}

export const isTrue = (value: unknown) => String(value).toLowerCase() === 'true'

const withPart = (element: Element, { op, path, value }: Step): Element => {
  if (path.sub !== undefined) return { ...element, [path.sub]: op === 'remove' ? undefined : value }
  return { ...element, ...elementsOf(value)[0] }
}

type FilteredStep = Step & { readonly filter: Filter }

const filteredAfter = (is: readonly Element[], step: FilteredStep, attribute: ScimAttribute): readonly Element[] => {
  const { op, path, filter } = step
  const found = is.filter((element) => matches(filter, element))
  if (op === 'remove' && path.sub === undefined) return is.filter((element) => !found.includes(element))
  if (found.length > 0) return is.map((element) => (found.includes(element) ? withPart(element, step) : element))
  if (op === 'remove') return is
  const described = describedBy(filter)
  if (!described || described['value'] !== undefined || (op === 'replace' && !isTheOneKept(attribute, step)))
    throw scimRefusal('noTarget', 'no value is what the filter of the path says')
  return [...is, withPart(described, step)]
}

/**
 * RFC 7644 section 3.5.2.3 refuses to replace what is not there. Directories write `emails[type eq "work"].value`
 * without asking whether there is a value yet, by `replace` as well; of the type that is kept it is made.
 */
const isTheOneKept = ({ subAttributes = [] }: ScimAttribute, { filter, path }: FilteredStep) => {
  const types = subAttributes.find(({ name }) => name === 'type')?.canonicalValues ?? []
  const isKept = filter.kind === 'compare' && filter.attribute === 'type' && filter.by === 'eq'
  return path.sub === 'value' && isKept && types.includes(String(filter.value).toLowerCase())
}
