// What went wrong with the database, in the words that the rest of the server knows.

/** The database cannot be reached, or went away in the middle: 503, not a fault of the request. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** A connection that cannot even roll back: it is thrown away. */
export class BrokenTransaction extends Error {}

/** Name of the violated constraint: unique, foreign key or check. */
export const constraintOf = (error: unknown): string | undefined => {
  const { code, constraint } = read(error)
  return code !== undefined && ['23505', '23503', '23514'].includes(code) ? constraint : undefined
}

/** Two transactions met; the loser may try again (PostgreSQL: serialization_failure, deadlock_detected). */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(read(error).code ?? '')

/** Another statement of the transaction had failed before (PostgreSQL: in_failed_sql_transaction). */
export const isAborted = (error: unknown): boolean => read(error).code === '25P02'

/** No room for another lock, of what was read or of a table (PostgreSQL: out_of_memory, “out of shared memory”). */
export const isOutOfLocks = (error: unknown): boolean =>
  read(error).code === '53200' && read(error).message.includes('shared memory')

/** A migration changed a table under a statement that was prepared before. */
export const isStalePlan = (error: unknown): boolean =>
  read(error).code === '0A000' && read(error).message.includes('cached plan must not change')

/**
 * Connection exceptions (08), shutdown and recovery (57P01–57P03), too many connections (53300), and the socket's own.
 */
const lostByCode = /^(08...|57P0[123]|53300|E[A-Z]+|EAI_\w+)$/
const lostByMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Cannot use a pool after)/

export const isLost = (error: unknown): boolean => {
  const { code, message } = read(error)
  if (code === 'ENOSPC') return false
  return code === undefined ? lostByMessage.test(message) : lostByCode.test(code)
}

export const asUnavailable = (error: unknown): unknown => {
  if (error instanceof DatabaseUnavailable || !isLost(error)) return error
  return new DatabaseUnavailable(`The database is not available (${read(error).code ?? read(error).message}).`, {
    cause: error,
  })
}

const read = (error: unknown): { code: string | undefined; constraint: string | undefined; message: string } => {
  if (!(error instanceof Error)) return { code: undefined, constraint: undefined, message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
  return { code, constraint, message: error.message }
}
