// `npm start` as a process of its own, with two empty documents for pages: specs send it signals and kill its workers.
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'

/** While there is such a file, no worker lives long enough to say a word. */
const deadly = process.env['SPEC_WORKERS_DIE']
if (cluster.isWorker && deadly && existsSync(deadly)) process.kill(process.pid, 'SIGKILL')
else {
  enableCompileCache(path.resolve(import.meta.dirname, '../../../out/compiled'))
  const { run } = await import('#server/start.ts')
  await run({ environment: process.env, script: import.meta.filename, webFolder: process.argv[2] ?? '' })
}
