// What many calls ask of the database at the same moment, each by a key of its own, asked by one statement: what it
// costs to send a statement, begin it and answer is then paid once for all of them (docs/decisions/0050, 0061).

import type { Db } from './context.ts'

type PendingCall<Key, Row> = {
  readonly key: Key
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (reason: unknown) => void
}

/** Answers with the rows of the keys, in their order; a key that several ask for is asked for once. */
type Ask<Key, Row> = (keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>

/** Milliseconds within which a statement is usually answered; behind one that takes longer none is sent. */
const usual = 5

type TurnRules = {
  readonly inLine: number
  readonly atOnce: number
  readonly late: number
  readonly next: () => void
}

/** Whose turn it is to be under way: the next may begin when those before have arrived or are late. */
const createTurns = ({ inLine, atOnce, late, next }: TurnRules) => {
  let underWay = 0
  /** Those that are not late, and when each was sent. */
  const inTime = new Set<{ readonly sent: number }>()
  const isRecent = () => [...inTime].every(({ sent }) => performance.now() - sent < usual)
  return {
    /** Behind one that is under way PostgreSQL finds the next in its socket: it goes where two or more ask for it. */
    isFree: (asking: number) =>
      underWay < atOnce && (inTime.size === 0 || (asking > 1 && inTime.size < inLine && isRecent())),
    /** Answers what to call on arrival. */
    begin: () => {
      const statement = { sent: performance.now() }
      underWay++
      inTime.add(statement)
      const timer = setTimeout(() => {
        inTime.delete(statement)
        next()
      }, late)
      return () => {
        clearTimeout(timer)
        underWay--
        inTime.delete(statement)
        next()
      }
    },
  }
}

type Limits = {
  /** Statements behind each other, in time. */
  readonly inLine?: number
  /** Calls that go without waiting a turn for others. */
  readonly enough?: number
  /** Calls of a statement. */
  readonly most?: number
  /** Statements under way, with those that are late. */
  readonly atOnce?: number
  /** Milliseconds. */
  readonly late?: number
}

/**
 * Those who ask in two turns of the event loop go together, and those that come while a statement is under way: two or
 * more behind it at once, which PostgreSQL then begins without waiting for anybody, one alone as soon as it has ended,
 * and all as soon as it is late: `late` milliseconds are many times what one takes, so the database keeps it waiting,
 * and those behind it shall not wait as long. A statement begins after all of its calls came, so that an answer is
 * never older than its question.
 */
export const gatheredCalls = <Key, Row>(
  ask: Ask<Key, Row>,
  { inLine = 2, enough = 4, most = 32, atOnce, late = 20 }: Limits = {},
) => {
  let waiting: PendingCall<Key, Row>[] = []
  let isPlanned = false
  const send = async () => {
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    const arrived = turns.begin()
    const keys = [...new Set(group.map(({ key }) => key))]
    const answer = await ask(keys).then(
      (rows) => {
        const found = new Map(keys.map((key, place) => [key, rows[place]]))
        return () => group.forEach(({ key, resolve }) => resolve(found.get(key)))
      },
      (error: unknown) => () => group.forEach(({ reject }) => reject(error)),
    )
    arrived()
    // After the next statement, for which the pool needs a turn: the database works while these are answered.
    process.nextTick(answer)
  }
  const sendNext = () => {
    if (waiting.length > 0 && turns.isFree(waiting.length)) void send()
  }
  const sendPlanned = () => {
    isPlanned = false
    sendNext()
  }
  /** At once, or where they are fewer in the next turn, with those whose calls have come and are not read yet. */
  const begin = () => (waiting.length < enough ? setImmediate(sendPlanned) : sendPlanned())
  const turns = createTurns({ inLine, atOnce: atOnce ?? inLine + 1, late, next: sendNext })
  return (key: Key): Promise<Row | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (isPlanned || !turns.isFree(waiting.length)) return
      isPlanned = true
      setImmediate(begin)
    })
}

/** What gathers for those who call with the same `db`: one for each instance, and for each transaction its own. */
export const perDatabase = <Gathered>(create: (db: Db) => Gathered) => {
  const known = new WeakMap<Db, Gathered>()
  return (db: Db): Gathered => {
    const gathered = known.get(db) ?? create(db)
    known.set(db, gathered)
    return gathered
  }
}

/** The rows in the order of the keys; each says at which place its key stood, from 1 on (`with ordinality`). */
export const byPlace = <Row extends { readonly place: number }>(length: number, rows: readonly Row[]) => {
  const found = new Map(rows.map((row) => [row.place, row]))
  return Array.from({ length }, (_, index) => found.get(index + 1))
}

/**
 * An array whose length the planner does not see. Where it does, a plan for these very values looks cheaper than the
 * kept one, and is made anew with every call, which takes longer than the statement itself.
 */
export const unseen = (array: string) => `array(select unnest(${array}))`

/** Of so few ids the plan that is kept is as good as one for them alone, which takes longer to make than it saves. */
const few = 100

/** For a statement that is asked with a handful most of the time, and may be asked with all there are. */
export const unseenIfFew =
  (...arrays: readonly (readonly unknown[])[]) =>
  (array: string) =>
    arrays.every(({ length }) => length <= few) ? unseen(array) : array

/**
 * That a column is one of these keys; `value` writes down a parameter. Usually there is one key: of several PostgreSQL
 * expects ten, and reads a new table whole for them (fresh-plans.spec.ts).
 */
export const isAmong = (
  column: string,
  keys: readonly unknown[],
  { type, value }: { readonly type: string; readonly value: (value: unknown) => string },
) =>
  keys.length === 1
    ? `${column} = ${value(keys[0])}::${type}`
    : `${column} = any(${unseen(`${value(keys)}::${type}[]`)})`
