import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const module = path.resolve(import.meta.dirname, 'give-back-memory.ts')

/** V8 says of a flag that it does not know that it is ignored, and goes on. */
test('loading is given back, and the pinned Node knows how long quiet has to last for more', async () => {
  const { stdout, stderr } = await run(process.execPath, [
    '--trace-gc',
    '--input-type=module',
    '--eval',
    `const { giveBackMemory } = await import(${JSON.stringify(module)}); await giveBackMemory()`,
  ])
  expect(stderr).toBe('')
  expect(stdout).toContain('Mark-Compact (reduce)')
})
