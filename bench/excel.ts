// docs/goals.md rows 8 and 9: a workbook of 100,000 rows and 10 columns written and read, beside the bare zlib on the
// same XML in the same run.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { createDeflateRaw, createInflateRaw, deflateRawSync } from 'node:zlib'
import type { SheetBatch } from '#server/kernel/ports/sheets.ts'
import { createSheets } from '#server/platform/excel/sheets.ts'
import { inflate, openArchive } from '#server/platform/excel/zip-archive.ts'

const count = 100_000
const titles = [
  'User name',
  'First name',
  'Last name',
  'E-mail',
  'Number',
  'Active',
  'Created',
  'Tenant',
  'Phone',
  'Share',
]

const rowOf = (n: number) => [
  `person-${n}`,
  `First${n % 97}`,
  `Last${n % 1013}`,
  `person${n}@group.example`,
  n,
  n % 2 === 0,
  new Date(1.7e12 + n * 1e6),
  'Tenant of the north',
  `+34 600 ${n}`,
  n * 1.5,
]
const batches = function* (): Generator<SheetBatch> {
  for (let at = 0; at < count; at += 1_000)
    yield Array.from({ length: Math.min(1_000, count - at) }, (_, n) => rowOf(at + n))
}
const columns = titles.map((title) => ({ title }))
const sheets = createSheets()

/** How long it took, what it added to the process, and how long others had to wait meanwhile. */
const measured = async (work: (first: () => void) => Promise<void>) => {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  const waits = monitorEventLoopDelay({ resolution: 1 })
  waits.enable()
  const started = performance.now()
  let firstAt: number | undefined
  await work(() => (firstAt ??= performance.now() - started))
  const ms = performance.now() - started
  clearInterval(watch)
  waits.disable()
  return {
    ms,
    first: firstAt ?? ms,
    megabytes: (Math.max(peak, process.memoryUsage.rss()) - before) / 1e6,
    waited: { p99: waits.percentile(99) / 1e6, most: waits.max / 1e6 },
  }
}

type Figures = Awaited<ReturnType<typeof measured>>

const print = (
  title: string,
  { ms, first, megabytes, waited }: Figures,
  limit: { name: string; ms: number },
  goal: string,
) =>
  process.stdout.write(
    [
      `\n${title}`,
      `  rows a second  ${((count * 1000) / ms).toFixed(0)}   (${count} in ${ms.toFixed(0)} ms)`,
      `  first          ${first.toFixed(0)} ms`,
      `  extra memory   ${megabytes.toFixed(0)} MB`,
      `  others wait    p99 ${waited.p99.toFixed(1)} ms, ${waited.most.toFixed(0)} ms at most (1 ms is the clock's own step)`,
      `  limit          ${((count * 1000) / limit.ms).toFixed(0)} rows a second: ${limit.name}, in the same run`,
      `  ratio          ${(limit.ms / ms).toFixed(3)} of the limit`,
      `  goal           ${goal}\n`,
    ].join('\n'),
  )

const write = (take: (chunk: Uint8Array) => void) =>
  measured(async (first) => {
    for await (const chunk of sheets.write({ name: 'People', columns, rows: batches() })) {
      first()
      take(chunk)
    }
  })

const drained = async function* (stream: AsyncIterable<Uint8Array>) {
  for await (const _ of stream) yield* []
}

const size = { bytes: 0 }
const writing = await write((chunk) => (size.bytes += chunk.length))

const file: Uint8Array[] = []
await write((chunk) => file.push(chunk))
const workbook = Buffer.concat(file)
const archive = await openArchive(workbook)
const sheet = archive.entries.get('xl/worksheets/sheet1.xml')
if (!sheet) throw new Error('the workbook has no sheet')
const pieces: Buffer[] = []
for await (const piece of inflate(archive, sheet)) pieces.push(piece)

const deflating = await measured(() => pipeline(pieces, createDeflateRaw({ level: 3, chunkSize: 65_536 }), drained))
print(
  `Excel, written (${(size.bytes / 1e6).toFixed(1)} MB)`,
  writing,
  { name: 'bare deflate of the same XML', ms: deflating.ms },
  'must 3 s and 64 MB for 100,000, first byte in 200 ms; aim 1 s',
)

const packed = deflateRawSync(Buffer.concat(pieces), { level: 3 })
const inflating = await measured(() => pipeline([packed], createInflateRaw({ chunkSize: 65_536 }), drained))
const reading = await measured(async (first) => {
  let rows = 0
  for await (const _ of sheets.read(workbook, { rows: count, columns: titles.length })) {
    first()
    rows++
  }
  if (rows !== count + 1) throw new Error(`${rows} rows were read`)
})
print(
  'Excel, read',
  reading,
  { name: 'bare inflate of the same XML', ms: inflating.ms },
  'must 2 s for 100,000; others’ p99 within 150 ms',
)
