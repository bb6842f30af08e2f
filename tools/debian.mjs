// What the tests need besides npm packages: a browser, and a second PostgreSQL where Debian has one.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { run, runTool } from './run.mjs'

const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs what is missing, once; says what it does. */
export const installForTests = async () => {
  const missing = [...(findChromium() ? [] : ['chromium']), ...(findPostgres() ? [] : ['postgresql'])]
  if (missing.length === 0) return
  if (mayInstall) {
    console.log(`Installing ${missing.join(' and ')} (apt-get)`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const update = await run('apt-get', ['update', '-qq'], { quiet: true, env })
    const { code, printed } = await run('apt-get', ['install', '-y', '-qq', ...missing], { quiet: true, env })
    if (code !== 0) console.error(`${update.printed}${printed}`.trim().split('\n').slice(-5).join('\n'))
  }
  if (!findChromium()) {
    console.log('Installing Chromium (playwright install)')
    await runTool('playwright/cli.js', ['install', 'chromium'])
  }
}

/** The browser of the machine, as the two test configurations look for it; undefined for Playwright's own. */
export const findChromium = () =>
  [process.env.PORTICO_CHROMIUM, '/usr/bin/chromium'].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  )

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
