// Every distinct text of SQL becomes a prepared statement by itself: planned once a connection, not once a call.

/** Texts that vary without end (lists with their filters) must not fill the server's memory. */
const MOST_NAMES = 500
const QUERY = /^\s*(select|with|insert|update|delete|merge|values)\b/i

export type StatementNames = {
  /** Undefined for what is not worth a name. */
  of(text: string): string | undefined
  /** The next use of the text is planned anew. */
  renew(text: string): void
}

export const statementNames = (most = MOST_NAMES): StatementNames => {
  const names = new Map<string, string>()
  let made = 0
  const add = (text: string) => {
    const name = `p${++made}`
    names.set(text, name)
    return name
  }
  return {
    of: (text) => names.get(text) ?? (names.size < most && QUERY.test(text) ? add(text) : undefined),
    renew: (text) => void (names.has(text) && add(text)),
  }
}
