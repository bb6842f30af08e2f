// What the page says in numbers: asked for once, whoever shows it.
import { dashboard } from '#contract/dashboard.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { readAgain } from './read-again.ts'

/** Where the reader is: there a day begins and ends. */
export const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

export const useFacts = () => useRead(dashboard.facts, { query: { timeZone } }, readAgain)
