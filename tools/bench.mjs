// `npm run bench` runs the benchmarks of the table one after the other and prints it; `npm run bench -- <name>` runs
// bench/<name>.ts alone; `npm run bench -- table <name> …` prints the rows of some.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { benchRows } from './bench-rows.ts'
import { resultsOf, tableOf } from './bench-table.ts'
import { root, run } from './run.mjs'

const fileOf = (name) => path.join(root, 'bench', `${name}.ts`)

/** A world of a million people takes its time on a busy machine. */
const bench = (name, parameters = [], env = {}) =>
  run(process.execPath, [fileOf(name), ...parameters], { minutes: 240, env })

/** All of them, or those named; one that is not there leaves its rows. Answers the names that failed. */
const runAll = async (names, results) => {
  const failed = []
  for (const name of new Set(benchRows.map((row) => row.bench))) {
    if ((names.length > 0 && !names.includes(name)) || !existsSync(fileOf(name))) continue
    console.log(`\n— npm run bench -- ${name}`)
    if ((await bench(name, [], { BENCH_RESULTS: results })).code !== 0) failed.push(name)
  }
  return failed
}

const printTable = async (names) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-table-'))
  const results = path.join(folder, 'results')
  try {
    const failed = await runAll(names, results)
    const rows = benchRows.filter((row) => names.length === 0 || names.includes(row.bench))
    const text = existsSync(results) ? readFileSync(results, 'utf8') : ''
    console.log(`\n${cpus().length} processors, load average at the end ${loadavg()[0].toFixed(1)}\n`)
    console.log(tableOf(rows, resultsOf(text)))
    if (failed.length > 0) console.error(`\nEnded with an error: ${failed.join(', ')}`)
    return failed.length > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [name, ...parameters] = process.argv.slice(2)
if (name === undefined || name === 'table') process.exitCode = await printTable(parameters)
else if (existsSync(fileOf(name))) process.exitCode = (await bench(name, parameters)).code
else {
  const names = globSync('*.ts', { cwd: path.join(root, 'bench') }).map((entry) => path.basename(entry, '.ts'))
  console.error(`npm run bench -- <name>, with one of: ${names.sort().join(', ')}`)
  process.exitCode = 1
}
