// What the tests need besides npm packages: a browser, and a second PostgreSQL where Debian has one.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { run, runTool } from './run.mjs'

const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** A server that cannot be reached is given up soon: what is there already will do. */
const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10']

/** Installs what is missing, once; says what it does. */
export const installForTests = async () => {
  const missing = [
    ...(findHeadlessShell() ? [] : ['chromium-headless-shell']),
    ...(findPostgres() ? [] : ['postgresql']),
  ]
  if (mayInstall && missing.length > 0) {
    console.log(`Installing ${missing.join(' and ')} (apt-get)`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const update = await run('apt-get', ['update', '-qq', ...patience], { quiet: true, env })
    // One by one: Ubuntu lacks the first.
    for (const name of missing) {
      const { code, printed } = await run('apt-get', ['install', '-y', '-qq', ...patience, name], { quiet: true, env })
      if (code !== 0) console.error(`${update.printed}${printed}`.trim().split('\n').slice(-5).join('\n'))
    }
  }
  if (!findChromium()) {
    console.log('Installing Chromium (playwright install)')
    await runTool('playwright/cli.js', ['install', 'chromium'])
  }
}

/** A file that the environment names comes before what the machine has. */
const firstOf = (files) => files.find((file) => file !== undefined && file !== '' && existsSync(file))

const findHeadlessShell = () => firstOf([process.env.PORTICO_CHROMIUM, '/usr/bin/chromium-headless-shell'])

/**
 * The browser of the machine; undefined for Playwright's own. The shell is Chromium without its windows and toolbars,
 * which take four times what a small page does, without a screen too.
 */
export const findChromium = () => findHeadlessShell() ?? firstOf(['/usr/bin/chromium'])

/** The machine's own, or the one that Playwright installed. */
export const chromiumPath = async () => {
  const found = findChromium()
  if (found) return found
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

/** The folder with the programs of the newest PostgreSQL of Debian, 15 at least. */
export const findPostgres = () => {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).map(Number) : []
  const usable = versions.filter((version) => version >= 15 && existsSync(`${base}/${version}/bin/initdb`))
  return usable.length > 0 ? path.join(base, String(Math.max(...usable)), 'bin') : undefined
}
