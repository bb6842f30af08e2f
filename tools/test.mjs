// `npm test`: checks, specs and journeys, and one plain line at the end that says how it went. Of long series it takes
// a share, with FULL=1 everything (docs/decisions/0058). Each step keeps both cores busy by itself: two at a time took
// longer than one after the other. What a step prints is shown when it ends; until then it stands in out/test.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromiumPath, findPostgres, installForTests } from './debian.mjs'
import { keepTemporaryFilesInMemory } from './memory-folder.mjs'
import { root, run, runTool } from './run.mjs'
import { startScratchPostgres } from './scratch-postgres.mjs'
import { add, none, one, readPlaywright, readVitest, withCrash } from './test-results.mjs'

const reports = path.join(root, 'out/test')

const logOf = (name) => path.join(reports, `${name}.log`)

const skip = (why) => {
  console.log(`Skipped: ${why}`)
  return none
}

/** Types, style, format, import rules, texts. */
const checks = async ({ log }) =>
  one((await run(process.execPath, ['tools/check.mjs'], { log })).code === 0, 'npm run check')

/** `FULL=1`: all of it on both databases, every pair of writes; otherwise what a build server waits for. */
const full = process.env.FULL === '1'

/**
 * What differs on another PostgreSQL besides its SQL: migrations, locks, isolation, plans, lists in their collations.
 * That it understands every query that the specs' own processes send is seen without running them
 * (server/spec/testing/understand.ts).
 */
const decidedByTheDatabase = () => [
  'server/platform/postgres/database',
  'server/platform/postgres/migrate',
  'server/platform/jobs',
  'server/kernel',
  'server/spec/races',
  'server/spec/upgrade.spec.ts',
  'server/spec/fresh-plans.spec.ts',
  'server/spec/attacks/columns-and-counts.spec.ts',
  'server/spec/attacks/double-submits.spec.ts',
  'server/spec/attacks/stale-edits.spec.ts',
  'server/spec/attacks/look-alike-names.spec.ts',
  ...globSync('server/features/*/*-list.spec.ts', { cwd: root }),
  'server/features/access-history/undo.spec.ts',
  'server/features/audit/months.spec.ts',
  'server/features/effective-access/absent-as-of.spec.ts',
  'server/features/effective-access/access-check.spec.ts',
  'server/features/effective-access/members-as-of.spec.ts',
  'server/features/effective-access/why.spec.ts',
  'server/features/access-preview/preview-counts.spec.ts',
  'server/features/members/expiry.spec.ts',
]

const vitest = async (config, { name, log, env = {}, only = [] }) => {
  if (!existsSync(path.join(root, config))) return skip(`there is no ${config}`)
  const file = path.join(reports, `${name}.json`)
  const parameters = [
    'run',
    ...only,
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const { code } = await runTool('vitest/vitest.mjs', parameters, { env, log, minutes: full ? 90 : 30 })
  return withCrash(readVitest(file), code, name)
}

const statements = path.join(reports, 'statements')

const server = (step) => {
  mkdirSync(statements, { recursive: true })
  return vitest('vitest.server.config.ts', { ...step, env: { PORTICO_STATEMENTS: statements } })
}

/** On the oldest PostgreSQL that is supported, as an operator would bring it. */
const onDebian = async (work) => {
  const bin = findPostgres()
  if (!bin) return skip('there is no PostgreSQL of Debian to run the server suite on a second time')
  const scratch = await startScratchPostgres(bin)
  try {
    return await work({ TEST_DATABASE_URL: scratch.url })
  } finally {
    await scratch.stop()
  }
}

/** What can differ there, or all of it. */
const serverOnDebian = (step) =>
  onDebian((env) => vitest('vitest.server.config.ts', { ...step, env, only: full ? [] : decidedByTheDatabase() }))

const understood = ({ log }) =>
  onDebian(async (env) => {
    const parameters = ['server/spec/testing/understand.ts', path.join(statements, 'understood.json')]
    return one((await run(process.execPath, parameters, { env, log })).code === 0, 'statements on another PostgreSQL')
  })

const web = async (step) => vitest('vitest.web.config.ts', { ...step, env: await browser() })

/** While packages come from Debian, which is waiting, the pages are built. */
const toolsAndBuild = async () => {
  const build = run(process.execPath, ['tools/prepare.mjs', 'web'])
  await installForTests()
  return one((await build).code === 0, 'building the pages')
}

const e2e = async ({ log }) => {
  if (globSync('e2e/**/*.spec.ts', { cwd: root }).length === 0) return skip('there is no journey in e2e yet')
  const file = path.join(reports, 'e2e.json')
  const env = { ...(await browser()), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    { env, log },
  )
  return withCrash(readPlaywright(file), code, 'Playwright')
}

const browser = async () => {
  const file = await chromiumPath()
  return { PORTICO_CHROMIUM: file, CHROMIUM: file }
}

/** One after the other. Side by side: what waits for packages, and what is short beside browsers that wait. */
const stages = [
  [
    ['Checks', 'checks', checks],
    ['Browser, database and build', 'tools', toolsAndBuild],
  ],
  [['Server, on the embedded PostgreSQL', 'server', server]],
  [
    ['Pages', 'web', web],
    ['Its statements, on the PostgreSQL of Debian', 'statements', understood],
  ],
  [
    ['Journeys in the browser', 'e2e', e2e],
    ['Server, on the PostgreSQL of Debian', 'server-debian', serverOnDebian],
  ],
]

const runStep = async ([title, name, step]) => {
  console.log(`— ${title}: begun`)
  const log = logOf(name)
  const started = performance.now()
  try {
    return await step({ name, log })
  } catch (error) {
    console.error(error)
    return one(false, `${title}: ${error.message}`)
  } finally {
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}\n— ${title}: ${seconds} s`)
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const forgetTemporaryFiles = keepTemporaryFilesInMemory()
let total = none
for (const steps of stages) for (const counts of await Promise.all(steps.map(runStep))) total = add(total, counts)
await forgetTemporaryFiles()
for (const failure of total.failures) console.log(`\nFailed: ${failure}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
