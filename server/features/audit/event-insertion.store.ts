// How entries of the log are sent: most writes state one, an import thousands by one author, and what was read is
// recorded for many authors at once.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'

/** As PostgreSQL gets it: texts, and the two sides as JSON. */
export type EventRow = {
  /** In the order of `authorColumns`. */
  readonly author: readonly (Date | string | null)[]
  /** In the order of `ownColumns`. */
  readonly own: readonly (string | null)[]
  readonly before: string | null
  readonly after: string | null
}

const authorColumns = {
  at: 'timestamptz',
  actor_kind: 'text',
  actor_id: 'uuid',
  actor_name: 'text',
  impersonated_by: 'uuid',
  ip: 'text',
  api_entry: 'text',
}
const ownColumns = { type: 'text', subject: 'text', operation: 'text', tenant_id: 'uuid', digest: 'text' }

const [authors, owns] = [Object.entries(authorColumns), Object.entries(ownColumns)]
const into = `insert into audit_event (${[...authors, ...owns].map(([name]) => name).join(', ')}, before, after)`

const parameter = (place: number, [, type]: readonly [string, string], array = '') => `$${place + 1}::${type}${array}`
const decoded = (name: string, value: string) => (name === 'digest' ? `decode(${value}, 'hex')` : value)
const places = { own: authors.length, before: authors.length + owns.length, after: authors.length + owns.length + 1 }

const one = `${into}
     values (${authors.map((column, place) => parameter(place, column)).join(', ')},
             ${owns.map((column, place) => decoded(column[0], parameter(places.own + place, column))).join(', ')},
             $${places.before + 1}::jsonb, $${places.after + 1}::jsonb)`

/** Of those by one author, what all of them say is sent once. */
const many = ({ sameAuthor }: { sameAuthor: boolean }) => {
  const listed = sameAuthor ? [] : authors
  const unnested = (columns: typeof authors, from: number) =>
    columns.map((column, place) => `unnest(${parameter(from + place, column, '[]')})`)
  const said = authors.map((column, place) => (sameAuthor ? parameter(place, column) : `f.${column[0]}`))
  return `${into}
     select ${[...said, ...owns.map(([name]) => decoded(name, `f.${name}`))].join(', ')},
            nullif(f.before, 'null'), nullif(f.after, 'null')
       from rows from (${[...unnested(listed, 0), ...unnested(owns, places.own)].join(', ')},
                       jsonb_array_elements($${places.before + 1}::jsonb), jsonb_array_elements($${places.after + 1}::jsonb))
            with ordinality as f (${[...listed, ...owns].map(([name]) => name).join(', ')}, before, after, place)
      order by f.place`
}

const statements = { one, byOne: many({ sameAuthor: true }), byMany: many({ sameAuthor: false }) }

const columnOf = <Value>(rows: readonly (readonly Value[])[], count: number) =>
  Array.from({ length: count }, (_, column) => rows.map((row) => row[column]))
const arrayOf = (sides: readonly (string | null)[]) => `[${sides.map((side) => side ?? 'null').join(',')}]`

const statementOf = (rows: readonly EventRow[]) => {
  const [first] = rows
  if (!first) throw new Error('There is nothing to record.')
  if (rows.length === 1)
    return { text: statements.one, values: [...first.author, ...first.own, first.before, first.after] }
  const isSame = rows.every(({ author }) => author.every((value, place) => value === first.author[place]))
  const ofAll = [
    ...columnOf(
      rows.map(({ own }) => own),
      owns.length,
    ),
    arrayOf(rows.map(({ before }) => before)),
    arrayOf(rows.map(({ after }) => after)),
  ]
  if (isSame) return { text: statements.byOne, values: [...first.author, ...ofAll] }
  const listed = columnOf(
    rows.map(({ author }) => author),
    authors.length,
  )
  return { text: statements.byMany, values: [...listed, ...ofAll] }
}

/** `followed`: a webhook was made for its type. Asked here: a statement of its own costs each write a tenth more. */
const RecordedRow = z.object({ id: z.number(), followed: z.boolean() })

const isFollowed = `exists (select 1 from webhook w where w.enabled and audit_event.type = any(w.event_types))`

/** Answers in their order. */
export const insertRows = (tx: Tx, rows: readonly EventRow[]) => {
  const { text, values } = statementOf(rows)
  return tx.query(RecordedRow, `${text} returning id, ${isFollowed} as followed`, values)
}

/** Of which nobody wants to know the ids. */
export const insertUnheard = (tx: Tx, rows: readonly EventRow[]) => {
  const { text, values } = statementOf(rows)
  return tx.execute(text, values)
}
