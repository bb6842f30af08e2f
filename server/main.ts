// `npm start`: Portico as the environment says, with the pages that were built.
import path from 'node:path'
import { run } from './start.ts'

await run({
  environment: process.env,
  script: import.meta.filename,
  webFolder: path.resolve(import.meta.dirname, '../out/web'),
})
