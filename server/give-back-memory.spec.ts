import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const module = path.resolve(import.meta.dirname, 'give-back-memory.ts')

/** V8 says of a flag that it does not know that it is ignored; its help says what is set, and ends the process. */
test('loading is given back, V8 waits for minutes of quiet before it does more, and old objects grow by a quarter', async () => {
  const { stdout, stderr } = await run(process.execPath, [
    '--trace-gc',
    '--input-type=module',
    '--eval',
    `const { giveBackMemory } = await import(${JSON.stringify(module)})
     await giveBackMemory()
     ;(await import('node:v8')).setFlagsFromString('--help')`,
  ])
  expect(stderr).toBe('')
  expect(stdout).toContain('Mark-Compact (reduce)')
  expect(stdout).toContain('--memory-reducer-delay-ms=360000')
  expect(stdout).toContain('--heap-growing-percent=25')
})
