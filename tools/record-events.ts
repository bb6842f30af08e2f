// Records what the types of audit events look like that no version had yet (server/spec/testing/recorded-events.ts).
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { recordNewEvents } from '#server/spec/testing/recorded-events.ts'

const root = path.join(import.meta.dirname, '..')

const { file, added } = await recordNewEvents()
// As the check wants it.
execFileSync(path.join(root, 'node_modules/.bin/biome'), ['format', '--write', file], { cwd: root })
console.log(added.length > 0 ? `Recorded: ${added.join(', ')}` : 'No new types of audit events.')
