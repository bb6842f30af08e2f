import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
/** What every process of a start loads, the primary and its workers. */
const module = path.resolve(import.meta.dirname, 'start.ts')

/** V8 says of a flag that it does not know that it is ignored; its help says what is set, and ends the process. */
test('young objects have all their room at once, and none is made old because others of its place were', async () => {
  const { stdout, stderr } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `await import(${JSON.stringify(module)})
     ;(await import('node:v8')).setFlagsFromString('--help')`,
  ])
  expect(stderr).toBe('')
  expect(stdout).toContain('default: --semi-space-growth-factor=32')
  expect(stdout).toContain('default: --no-allocation-site-pretenuring')
})
