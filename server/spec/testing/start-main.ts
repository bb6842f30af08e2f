// `npm start` as a process of its own, with two empty documents for pages: specs send it signals and kill its workers.
import { run } from '#server/start.ts'

await run({ environment: process.env, script: import.meta.filename, webFolder: process.argv[2] ?? '' })
