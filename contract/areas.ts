// Areas: where users, groups and tenants belong (R3.8-01, A-128).
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { ListQuery, pageOf } from './kernel/page.ts'
import { asRead, ById, Nothing, required } from './kernel/fields.ts'

export const Area = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Exactly one area is; it takes anyone who comes without one. */
  default: z.boolean(),
  /** Neither renamed nor deleted. */
  system: z.boolean(),
  modifiedOn: z.iso.datetime(),
})
export type Area = z.infer<typeof Area>

const name = required(200)
const NewArea = z.object({ name, default: z.boolean().default(false) })
const SavedArea = NewArea.extend({ modifiedOn: asRead })
const AreaChange = z.object({ name: name.optional(), default: z.boolean().optional(), modifiedOn: asRead })

const readers = anyOf('Administrator', 'UserAdministrator', 'God', 'Manager')
const writers = anyOf('Administrator')

export const areas = endpoints({
  list: {
    method: 'GET',
    path: '/admin/areas',
    access: readers,
    summary: 'The areas, by name (R9-17).',
    query: ListQuery,
    output: pageOf(Area),
  },
  get: { method: 'GET', path: '/admin/areas/:id', access: readers, summary: 'One area.', params: ById, output: Area },
  create: {
    method: 'POST',
    path: '/admin/areas',
    access: writers,
    summary: 'A new area; the default moves here if it says so.',
    input: NewArea,
    example: (unique) => ({ name: `Area ${unique}`, default: false }),
    output: Area,
  },
  save: {
    method: 'PUT',
    path: '/admin/areas/:id',
    access: writers,
    summary: 'The area as it shall be.',
    params: ById,
    input: SavedArea,
    example: (unique) => ({ name: `Area ${unique}`, default: false }),
    output: Area,
  },
  change: {
    method: 'PATCH',
    path: '/admin/areas/:id',
    access: writers,
    summary: 'Only what differs (JSON merge patch).',
    params: ById,
    input: AreaChange,
    example: (unique) => ({ name: `Area ${unique}` }),
    output: Area,
  },
  remove: {
    method: 'DELETE',
    path: '/admin/areas/:id',
    access: writers,
    summary: 'Refused for a system area, the default, and one in use.',
    params: ById,
    output: Nothing,
  },
})
