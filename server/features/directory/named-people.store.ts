// Whom a filter can mean at all, where it names one: by indexes, since a directory asks for each of its people by name.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { IdRow, idsOf } from '#server/kernel/row.ts'
import type { Filter } from './filter.ts'

const ofDirectory = (condition: string) =>
  `select d.user_id as id from directory_person d where d.tenant_id = $1 and d.ended_on is null and ${condition}`

const byAttribute: Readonly<Record<string, string>> = {
  username: `${ofDirectory('d.user_name = $2::citext')}
       union select u.id from portal_user u where name_key(u.user_name::text) = name_key($2) and $1::uuid is not null`,
  externalid: ofDirectory('d.external_id = $2'),
  'emails.value': `${ofDirectory('lower(d.email) = lower($2)')}
       union select u.id from portal_user u where name_key(u.email::text) = name_key($2) and $1::uuid is not null`,
}

type NameCondition = { readonly statement: string; readonly value: string }

/** Of conditions that must all hold, one is enough. */
const namedBy = (filter: Filter): NameCondition | undefined => {
  if (filter.kind === 'joined' && filter.by === 'and') return filter.parts.map(namedBy).find(Boolean)
  if (filter.kind !== 'compare' || filter.by !== 'eq' || typeof filter.value !== 'string') return undefined
  const statement = Object.hasOwn(byAttribute, filter.attribute) ? byAttribute[filter.attribute] : undefined
  return statement === undefined ? undefined : { statement, value: filter.value }
}

/** Nothing where the filter names nobody: then it may mean anybody. */
export const idsNamedBy = async (db: Db, tenantId: string, filter: Filter | undefined) => {
  const named = filter && namedBy(filter)
  if (named) return idsOf(await db.query(IdRow, named.statement, [tenantId, named.value]))
  return filter?.kind === 'compare' && filter.attribute === 'id' && filter.by === 'eq'
    ? idAlone(filter.value)
    : undefined
}

const idAlone = (value: unknown) => {
  const read = z.guid().safeParse(value)
  return read.success ? [read.data] : []
}
