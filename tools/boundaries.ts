// The import rules of boundaries.cjs. With TypeScript 7, dependency-cruiser reads no module and reports success unless
// @swc/core is there: a run that has seen too little fails.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

type Violation = { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }
type Report = { modules: { source: string; dependencies: unknown[] }[]; summary: { violations: Violation[] } }

/** Every violation as a line, and how many files of ours were looked at. */
export const checkBoundaries = async (folder = root) => {
  const { modules, summary } = await cruise(folder)
  const own = modules.filter(({ source }) => /^(contract|server|web)\/.*\.tsx?$/.test(source))
  return {
    violations: summary.violations.map(
      ({ rule, from, to, cycle }) =>
        `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`,
    ),
    files: own.length,
    imports: own.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
  }
}

/** Its exit code is the number of violations; what it cannot read at all is no JSON. */
const cruise = (folder: string) =>
  new Promise<Report>((resolve, reject) => {
    const parameters = [
      cruiser,
      '--config',
      path.join(root, 'boundaries.cjs'),
      '--output-type',
      'json',
      'contract',
      'server',
      'web',
    ]
    execFile(process.execPath, parameters, { cwd: folder, maxBuffer: 100_000_000 }, (_, printed, complained) => {
      if (printed.startsWith('{')) resolve(JSON.parse(printed) as Report)
      else reject(new Error(`dependency-cruiser read nothing: ${printed}${complained}`))
    })
  })

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { violations, files, imports } = await checkBoundaries()
  for (const violation of violations) console.log(violation)
  console.log(`${files} files with ${imports} imports, ${violations.length} violations`)
  process.exitCode = violations.length > 0 || files < 100 || imports < files ? 1 : 0
}
