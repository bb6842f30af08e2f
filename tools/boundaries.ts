// The import rules of boundaries.cjs. With TypeScript 7, dependency-cruiser reads no module and reports success unless
// @swc/core is there: a run that has seen too little fails.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

type Violation = { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }
type Module = { source: string; dependencies: { resolved: string }[] }
type Report = { modules: Module[]; summary: { violations: Violation[] } }

/** Every violation as a line, and how many files of ours were looked at. */
export const checkBoundaries = async (folder = root) => {
  const { modules, summary } = await cruise(folder)
  const own = modules.filter(({ source }) => /^(contract|server|web)\/.*\.tsx?$/.test(source))
  return {
    violations: [
      ...summary.violations.map(
        ({ rule, from, to, cycle }) =>
          `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`,
      ),
      ...featureCircles(modules),
      ...importsThatGoUp(modules),
    ],
    files: own.length,
    imports: own.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
  }
}

const featureOf = (file: string) => /^server\/features\/([^/]+)\//.exec(file)?.[1]

/** Each feature with the number of its layer, as ARCHITECTURE.md lists them. */
export const featureLayers = (): ReadonlyMap<string, number> => {
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
  const list = /\n## Layers of features\n([^]*?)\n## /.exec(text)?.[1] ?? ''
  const lines = [...list.matchAll(/^(\d+)\. (.*)$/gm)]
  return new Map(
    lines.flatMap(([, number, line = '']) =>
      [...line.matchAll(/`([\w-]+)`/g)].map(([, feature = '']): [string, number] => [feature, Number(number)]),
    ),
  )
}

/** A feature imports lower layers only; one without a layer may import no other, and nobody may import it. */
const importsThatGoUp = (modules: readonly Module[]) => {
  const layers = featureLayers()
  const goesDown = (from: string, to: string) => (layers.get(from) ?? 0) > (layers.get(to) ?? Number.POSITIVE_INFINITY)
  return modules.flatMap(({ source, dependencies }) => {
    const from = featureOf(source)
    if (from === undefined || source.includes('.spec.')) return []
    const up = dependencies.filter(({ resolved }) => {
      const to = featureOf(resolved)
      return to !== undefined && to !== from && !goesDown(from, to)
    })
    const why = layers.has(from) ? '' : ` (${from} has no layer: add it to ARCHITECTURE.md, “Layers of features”)`
    return up.map(({ resolved }) => `features-import-lower-layers: ${source} → ${resolved}${why}`)
  })
}

/** By folder, so that public files that are split cannot hide it: every feature that reaches itself through others. */
const featureCircles = (modules: readonly Module[]) => {
  const uses = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (from === undefined || source.includes('.spec.')) continue
    const known = uses.get(from) ?? new Set()
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved)
      if (to !== undefined && to !== from) known.add(to)
    }
    uses.set(from, known)
  }
  return [...uses.keys()].flatMap((feature) => {
    const way = wayBack(uses, feature)
    return way ? [`features-form-no-circle: ${way.join(' → ')}`] : []
  })
}

/** The shortest way from a feature to itself. */
const wayBack = (uses: ReadonlyMap<string, ReadonlySet<string>>, start: string) => {
  const ways = [[start]]
  const met = new Set<string>()
  for (const way of ways)
    for (const next of uses.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, next]
      if (met.has(next)) continue
      met.add(next)
      ways.push([...way, next])
    }
  return undefined
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
  process.exitCode = violations.length > 0 || files < 150 || imports < files ? 1 : 0
}
