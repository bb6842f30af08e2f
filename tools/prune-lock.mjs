// After changing dependencies: takes names out of the lock file that it has no entry for. npm writes optional packages
// of other platforms without one where the registry does not carry them, and `npm ci` then refuses its own lock file.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const known = new Set(Object.keys(lock.packages).map((key) => key.split('node_modules/').at(-1)))
let pruned = 0
for (const [key, entry] of Object.entries(lock.packages)) {
  if (key === '') continue
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (known.has(name)) continue
    delete entry.optionalDependencies[name]
    pruned++
  }
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${pruned} names without an entry taken out of ${file}`)
