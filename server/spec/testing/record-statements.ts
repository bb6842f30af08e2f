// Every text of SQL that the specs send, in a file of this process, where the run asks for it (understood.ts).
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const folder = process.env['PORTICO_STATEMENTS']
const seen = new Set<string>()

const record = (query: unknown) => {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text
  if (folder === undefined || typeof text !== 'string' || seen.has(text)) return
  seen.add(text)
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
}

type Query = (this: pg.Client, ...values: unknown[]) => unknown
type Recording = Query & { records?: true }

const prototype = pg.Client.prototype as unknown as { query: Recording }
const { query: original } = prototype

if (folder !== undefined && !original.records) {
  const recording: Recording = function (...values) {
    record(values[0])
    return original.apply(this, values)
  }
  recording.records = true
  prototype.query = recording
}
