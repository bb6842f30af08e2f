// `npm run check`: the fences, at once. What holds is one line each; what does not says why.
import { runTool, root, run } from './run.mjs'
import path from 'node:path'

const own = (script) => run(process.execPath, [path.join(root, 'tools', script)], { quiet: true })

const fences = [
  ['types', () => runTool('typescript/bin/tsc', ['-b', '--checkers', '1'], { quiet: true })],
  ['style', () => runTool('oxlint/bin/oxlint', ['--quiet'], { quiet: true })],
  ['format', () => runTool('@biomejs/biome/bin/biome', ['format', '.', '--max-diagnostics=20'], { quiet: true })],
  ['boundaries', () => own('boundaries.ts')],
  ['texts', () => own('check-texts.mjs')],
  ['citations', () => own('check-citations.mjs')],
  ['widths', () => own('check-widths.ts')],
]

const started = performance.now()
const results = await Promise.all(
  fences.map(async ([name, fence]) => {
    const { code, printed } = await fence()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (code !== 0) console.log(`\n${printed.trim()}\n`)
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    return code === 0
  }),
)
process.exitCode = results.every(Boolean) ? 0 : 1
