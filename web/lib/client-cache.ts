// What the browser remembers for a while (R4.1-05, R9-22): cleared on start, after an idle period and on forward
// navigation, except for entries flagged always-keep.

export type Expiry =
  | { unit: 'seconds' | 'minutes' | 'hours' | 'days'; amount: number }
  | { unit: 'custom'; until: Date }

const lengths = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

const momentOf = (expiry: Expiry) =>
  expiry.unit === 'custom' ? expiry.until.getTime() : Date.now() + expiry.amount * lengths[expiry.unit]

type Entry = { value: unknown; until: number; keep: boolean }

const prefix = 'portico.cache.'
const names = () => Object.keys(localStorage).filter((name) => name.startsWith(prefix))

const entryUnder = (name: string): Entry | undefined => {
  try {
    const entry = JSON.parse(localStorage.getItem(name) ?? 'null') as Entry | null
    return entry && entry.until > Date.now() ? entry : undefined
  } catch {
    return undefined
  }
}

export const clientCache = {
  get<Value>(key: string): Value | undefined {
    return entryUnder(prefix + key)?.value as Value | undefined
  },
  set(key: string, value: unknown, { expires, keep = false }: { expires: Expiry; keep?: boolean }) {
    const entry: Entry = { value, until: momentOf(expires), keep }
    try {
      localStorage.setItem(prefix + key, JSON.stringify(entry))
    } catch {
      // A full storage only costs a repeated question.
    }
  },
  /** Everything that is not always-keep, and whatever has run out. */
  clear() {
    for (const name of names()) if (!entryUnder(name)?.keep) localStorage.removeItem(name)
  },
}
