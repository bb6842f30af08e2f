/** The server cannot start, for a reason the operator can act on: one line, printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

export const DATABASE_URL_HINT = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.'

/** The code of a system error (`EACCES`), or its first line. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : (error.message.split('\n')[0] ?? error.name)
}
