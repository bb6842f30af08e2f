// Many rows as the parameters of one statement. A group of columns in which all rows say the same is sent once: of an
// array PostgreSQL reads every sign, and keeps a copy of each row.

export type SentColumn<Row> = {
  readonly name: string
  /** Of a `jsonb` the value is its text; that of null is no value, as where there is none. */
  readonly type: 'uuid' | 'text' | 'boolean' | 'timestamptz' | 'jsonb'
  readonly of: (row: Row) => unknown
}

/** For the text of the statement. */
export type SentSource = {
  /** The value of a column. */
  readonly value: (name: string) => string
  /** What stands behind the list of values: the rows in their order; nothing where all of it is sent once. */
  readonly from: string
}

type Columns<Row> = readonly (SentColumn<Row> & { readonly group: number })[]

/**
 * `textOf` uses every column. It is asked once for each set of groups that are sent once: of three groups there are at
 * most eight statements.
 */
export const sentRows = <Row>(
  groups: readonly (readonly SentColumn<Row>[])[],
  textOf: (source: SentSource) => string,
) => {
  const columns: Columns<Row> = groups.flatMap((group, at) => group.map((column) => ({ ...column, group: at })))
  const texts = new Map<string, string>()
  return (rows: readonly Row[]): { readonly text: string; readonly values: readonly unknown[] } => {
    const [first] = rows
    if (first === undefined) throw new Error('There is no row to send.')
    const once = groups.map((group) =>
      group.every(({ of }) => {
        const said = of(first)
        return rows.every((row) => of(row) === said)
      }),
    )
    const key = once.join()
    const text = texts.get(key) ?? textOf(sourceOf(columns, once))
    texts.set(key, text)
    const values = columns.map(({ type, of, group }) => (once[group] ? of(first) : together(type, rows.map(of))))
    return { text, values }
  }
}

const together = (type: SentColumn<unknown>['type'], values: readonly unknown[]) =>
  type === 'jsonb' ? `[${values.map((value) => value ?? 'null').join(',')}]` : values

const sourceOf = <Row>(columns: Columns<Row>, once: readonly boolean[]): SentSource => {
  const places = new Map(columns.map((column, at) => [column.name, { ...column, parameter: `$${at + 1}` }]))
  const listed = [...places.values()].filter(({ group }) => !once[group])
  const read = listed.map(({ type, parameter }) =>
    type === 'jsonb' ? `jsonb_array_elements(${parameter}::jsonb)` : `unnest(${parameter}::${type}[])`,
  )
  return {
    value: (name) => {
      const column = places.get(name)
      if (!column) throw new Error(`There is no column ${name}.`)
      const value = once[column.group] ? `${column.parameter}::${column.type}` : `sent.${name}`
      return column.type === 'jsonb' ? `nullif(${value}, 'null')` : value
    },
    from:
      listed.length === 0
        ? ''
        : `from rows from (${read.join(', ')}) with ordinality as sent (${listed.map(({ name }) => name).join(', ')}, place)
      order by sent.place`,
  }
}
