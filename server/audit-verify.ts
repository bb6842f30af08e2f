// `npm run audit:verify`: whether anybody has changed the audit log in the database (docs/operations.md).
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigurationFault, readConfig } from './config.ts'
import { type Break, type VerificationResult, verifyLog } from './features/audit/audit.public.ts'
import { openDatabase } from './open-database.ts'
import { connect } from './platform/postgres/database.ts'
import { StartFailure } from './platform/postgres/start-failure.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const isHash = /\b[0-9a-f]{64}\b/g

/** A hash, or a file with any number of them: mails, lines of a log. */
const headsIn = (given: readonly string[]) =>
  given.flatMap((one) => {
    const text = existsSync(one) ? readFileSync(one, 'utf8') : one
    const found = text.match(isHash) ?? []
    if (found.length === 0) throw new ConfigurationFault(`--head ${one}: neither a file with a head in it, nor a head.`)
    return found
  })

const inWords = (found: Break) => {
  switch (found.what) {
    case 'edited':
      return `Entry ${found.entry} was edited.`
    case 'deleted':
      return `Entry ${found.entry} was deleted.`
    case 'inserted':
      return `Entry ${found.entry} was inserted: Portico did not write it.`
    case 'seal-edited':
      return `Seal ${found.seal} was edited: its entries are as they were sealed, but it is not.`
    case 'seal-deleted':
      return `Seal ${found.seal} was deleted.`
  }
}

/** The lines to print; a log that is broken ends with what broke. */
const report = ({ firstBreak, missingHeads, ...log }: VerificationResult): readonly string[] => [
  `${log.entries} entries in ${log.seals} seals, and ${log.unsealed} not sealed yet.`,
  ...(log.keptSince ? [`Months before ${log.keptSince} were dropped, as the log itself says.`] : []),
  ...(log.undigested > 0 ? [`${log.undigested} of them are of a version without digests.`] : []),
  ...(log.head && !firstBreak ? [`Head: ${log.head}`] : []),
  ...missingHeads.map((head) => `The chain does not have the head ${head}: it was rewritten, or its end is missing.`),
  firstBreak ? inWords(firstBreak) : missingHeads.length > 0 ? 'The log was changed.' : 'Nothing was changed.',
]

const verify = async () => {
  const { values } = parseArgs({ options: { head: { type: 'string', multiple: true, default: [] } } })
  const heads = headsIn(values.head)
  const { connection, stop } = await openDatabase(readConfig(process.env), { say: () => undefined })
  const database = connect(connection, { max: 1, statementTimeout: 0 })
  try {
    const found = await database.transaction((tx) => verifyLog(tx, { heads }), { isolation: 'repeatable read' })
    for (const line of report(found)) say(line)
    if (found.firstBreak || found.missingHeads.length > 0) process.exitCode = 1
  } finally {
    await database.close()
    await stop()
  }
}

verify().catch((error: unknown) => {
  const known = error instanceof ConfigurationFault || error instanceof StartFailure
  process.stderr.write(`${known ? error.message : `Nothing was verified: ${String(error)}`}\n`)
  process.exitCode = 2
})
