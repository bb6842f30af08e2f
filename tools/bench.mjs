// `npm run bench -- <name>` runs bench/<name>.ts; without a name it lists them.
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { root, run } from './run.mjs'

const [name = '', ...parameters] = process.argv.slice(2)
const file = path.join(root, 'bench', `${name}.ts`)
if (name && existsSync(file)) process.exitCode = (await run(process.execPath, [file, ...parameters])).code
else {
  const names = globSync('*.ts', { cwd: path.join(root, 'bench') }).map((entry) => path.basename(entry, '.ts'))
  console.error(`npm run bench -- <name>, with one of: ${names.sort().join(', ') || '(there are none yet)'}`)
  process.exitCode = 1
}
