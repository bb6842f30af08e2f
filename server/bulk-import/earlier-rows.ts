// What the rows of an import said before, by a key: so that a row can be compared with every earlier one.

export type EarlierRows<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  /** Where the same batch begins again, in another transaction, what it said the first time is forgotten. */
  begin(batch: object): void
}

export const earlierRows = <Value>(): EarlierRows<Value> => {
  const earlier = new Map<string, Value>()
  const added = new Map<string, Value>()
  let current: object | undefined
  return {
    get: (key) => added.get(key) ?? earlier.get(key),
    set: (key, value) => void added.set(key, value),
    begin: (batch) => {
      if (batch !== current) for (const [key, value] of added) earlier.set(key, value)
      added.clear()
      current = batch
    },
  }
}
