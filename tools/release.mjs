// `npm run release -- <version> [--dry-run]`: the version in package.json and package-lock.json, the changelog's
// section, a commit and an annotated tag. Nothing leaves the machine: pushing is what it says at its end.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isNewer, unreleased, withVersion } from './changelog.ts'
import { root, run } from './run.mjs'

const at = (name) => path.join(root, name)
const readJson = (name) => JSON.parse(readFileSync(at(name), 'utf8'))
const writeJson = (name, value) => writeFileSync(at(name), `${JSON.stringify(value, null, 2)}\n`)

const git = async (...parameters) => {
  const { code, printed } = await run('git', parameters, { quiet: true })
  if (code !== 0) throw new Error(`git ${parameters.join(' ')}: ${printed.trim()}`)
  return printed.trim()
}

/** What is released is what is committed, and is checked. */
const refuseUnready = async ({ version, tag }) => {
  const { version: current } = readJson('package.json')
  if (!isNewer(version, current)) throw new Error(`${version} is not newer than ${current}`)
  const changed = await git('status', '--porcelain')
  if (changed !== '') throw new Error(`The tree is not clean:\n${changed}`)
  if ((await git('tag', '--list', tag)) !== '') throw new Error(`There is a tag ${tag} already`)
  const check = await run(process.execPath, [at('tools/check.mjs')])
  if (check.code !== 0) throw new Error('The check is not green')
}

const writeVersion = ({ version, changelog }) => {
  writeJson('package.json', { ...readJson('package.json'), version })
  const lock = readJson('package-lock.json')
  const own = { ...lock.packages[''], version }
  writeJson('package-lock.json', { ...lock, version, packages: { ...lock.packages, '': own } })
  writeFileSync(at('CHANGELOG.md'), changelog)
}

const release = async ({ version, dryRun }) => {
  const tag = `v${version}`
  const before = readFileSync(at('CHANGELOG.md'), 'utf8')
  const changelog = withVersion(before, { version, date: new Date().toISOString().slice(0, 10) })
  await refuseUnready({ version, tag })
  console.log(`\n${tag}\n\n${unreleased(before)}\n`)
  if (dryRun) return console.log('Dry run: nothing was written, committed or tagged.')
  writeVersion({ version, changelog })
  const recording = await run(process.execPath, [at('tools/record-events.ts')])
  if (recording.code !== 0) throw new Error('The types of audit events were not recorded')
  await git('add', 'package.json', 'package-lock.json', 'CHANGELOG.md', 'server/spec/testing/recorded-events.json')
  await git('commit', '--quiet', '--message', `Release ${tag}`)
  await git('tag', '--annotate', tag, '--message', `Portico ${tag}`)
  console.log(`Committed and tagged. When npm test is green: git push --follow-tags`)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } })
const [version] = positionals
if (!version) {
  console.error('npm run release -- <version> [--dry-run]')
  process.exitCode = 2
} else
  await release({ version, dryRun: values['dry-run'] === true }).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
