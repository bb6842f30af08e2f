// How PostgreSQL's values arrive: counts as numbers, a day as text, an instant as a Date.
import pg from 'pg'

/** The values that JavaScript cannot hold exactly are refused instead of changed. */
const exactInteger = (text: string): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number
  throw new RangeError(`${text} is beyond the integers that JavaScript holds exactly: select it as text`)
}

const exactNumeric = (text: string): number => (text.includes('.') ? Number(text) : exactInteger(text))

const { INT8, NUMERIC, DATE } = pg.types.builtins
const INT8_ARRAY = 1016

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, exactInteger],
  [NUMERIC, exactNumeric],
  // `pg` makes midnight in the server's own time zone of it, which is another day elsewhere.
  [DATE, (text) => text],
  [
    INT8_ARRAY,
    (text) =>
      text === '{}'
        ? []
        : text
            .slice(1, -1)
            .split(',')
            .map((item) => (item === 'NULL' ? null : exactInteger(item))),
  ],
])

/** For our own connections only: the queue's library shares the module `pg` and expects its defaults. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
}
