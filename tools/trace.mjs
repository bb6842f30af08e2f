// `npm run trace [-- area …]`: the requirements that no test names. A test names what it promises: test('R7.3-02 login
// …').
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run.mjs'

const requirements = readFileSync(path.join(root, 'docs/requirements.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([id, , area, statement = '']) => ({ id, area, statement }))

/** Comments do not count: only what is executed promises something. */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

const files = globSync(['{server,contract,web,examples,tools}/**/*.spec.{ts,tsx}', 'e2e/**/*.ts'], { cwd: root })
const named = new Set(
  files.flatMap(
    (file) => withoutComments(readFileSync(path.join(root, file), 'utf8')).match(/\b[A-Z]+[\d.]*-\d+\b/g) ?? [],
  ),
)

const areas = process.argv.slice(2)
const known = new Set(requirements.map(({ area }) => area))
const unknown = areas.filter((area) => !known.has(area))
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}. Areas: ${[...known].sort().join(', ')}`)
  process.exit(1)
}

const asked = requirements.filter(({ area }) => areas.length === 0 || areas.includes(area))
const missing = asked.filter(({ id }) => !named.has(id))
for (const { id, area, statement } of missing)
  console.log(`${id}\t${area}\t${statement.length > 110 ? `${statement.slice(0, 110)}…` : statement}`)
console.log(
  `${asked.length - missing.length} of ${asked.length} requirements are named by a test in ${files.length} files, ${missing.length} are not`,
)
