// What a first visit loads, from the bundler's manifest: a limit for each page, in compressed bytes of JavaScript.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const web = path.resolve(import.meta.dirname, '../out/web')

/** A text and whether it holds, for each thing that is limited. */
export const budgetLines = (folder = web) => {
  const file = path.join(folder, '.vite/manifest.json')
  if (!existsSync(file)) return [{ ok: false, text: `there is no ${file}: build the pages first` }]
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const account = closureOf(manifest, [
    ...entryOf(manifest, 'account.html'),
    ...named(manifest, ['locales/en/sign-in.json']),
  ])
  const portal = closureOf(manifest, [...entryOf(manifest, 'index.html'), ...named(manifest, firstVisit)])
  const list = closureOf(manifest, [
    ...entryOf(manifest, 'index.html'),
    ...named(manifest, [...firstVisit, ...firstList]),
  ])
  const antd = [...account].filter((key) => holdsAntd(manifest, folder, key))
  return [
    {
      ok: account.size > 0 && antd.length === 0,
      text: `account: no antd${antd.length > 0 ? `, but ${antd.join(', ')}` : ''}`,
    },
    weigh(manifest, folder, { name: 'account', keys: account, limit: 90 }),
    weigh(manifest, folder, { name: 'portal with the hub', keys: portal, limit: 150 }),
    weigh(manifest, folder, { name: 'portal with a list of the administration', keys: list, limit: 350 }),
  ]
}

const entryOf = (manifest, page) => Object.keys(manifest).filter((key) => manifest[key].isEntry && key.endsWith(page))

/** What a first visit of the hub loads on its own: each is imported dynamically, and must be found. */
const firstVisit = [
  'app/start.tsx',
  'lib/session/code-adapter.ts',
  'features/hub/hub-page.tsx',
  ...['shell', 'hub', 'errors', 'session'].map((texts) => `locales/en/${texts}.json`),
]

/** And a first list of the administration on top. */
const firstList = [
  'app/admin/admin-area.tsx',
  'features/areas/areas-page.tsx',
  'features/notifications/notification-bell.tsx',
  ...['admin', 'table', 'areas', 'notifications'].map((texts) => `locales/en/${texts}.json`),
]

const named = (manifest, sources) =>
  sources.map((source) => {
    if (!manifest[source]) throw new Error(`the build has no ${source}: a first visit is weighed with it`)
    return source
  })

const closureOf = (manifest, keys, seen = new Set()) => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closureOf(manifest, manifest[key].imports ?? [], seen)
  }
  return seen
}

/** By the name of the chunk, and by a prefix that every component of antd's writes. */
const holdsAntd = (manifest, folder, key) => {
  const { file, name = '' } = manifest[key]
  return (
    /antd/.test(`${key} ${name} ${file}`) ||
    (file.endsWith('.js') && readFileSync(path.join(folder, file), 'utf8').includes('.ant-'))
  )
}

const weigh = (manifest, folder, { name, keys, limit }) => {
  const files = new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')))
  const bytes = [...files].reduce((sum, file) => sum + compressed(path.join(folder, file)), 0)
  const kilobytes = (bytes / 1024).toFixed(1)
  return {
    ok: files.size > 0 && bytes <= limit * 1024,
    text: `${name}: ${kilobytes} KB of ${limit} KB, ${files.size} scripts, brotli`,
  }
}

const compressed = (file) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const lines = budgetLines()
  for (const { ok, text } of lines) console.log(`${ok ? '✓' : '✗'} ${text}`)
  process.exitCode = lines.every((line) => line.ok) ? 0 : 1
}
