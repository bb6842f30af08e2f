// T39: zips and XML that lie in the ways that yauzl and saxes would let pass, and workbooks with bytes changed at
// random.
import { writeXlsx } from 'hucre/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#server/kernel/refusal.ts'
import {
  type CraftedPart,
  packedRepetition,
  partsOf,
  plainRows,
  sheetXml,
  workbookFile,
  zipFile,
} from '#server/spec/testing/workbook-files.ts'
import { createSheets } from './sheets.ts'

const read = async (file: Uint8Array) => {
  let rows = 0
  for await (const _ of createSheets().read(file, { rows: 10_000, columns: 50 })) rows++
  return rows
}

const codeOf = (file: Uint8Array) =>
  read(file).then(
    (rows) => `${rows} rows`,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

const endBytes = 22
const lastListed = (file: Buffer) => file.lastIndexOf('PK\x01\x02')

test('T39 two entries that share their bytes are refused', async () => {
  const named = (name: string): CraftedPart => ({ name, content: 'x'.repeat(100) })
  const file = zipFile([...partsOf(), named('a'), named('b')])
  expect(await codeOf(file)).toBe('2 rows')
  const last = lastListed(file)
  file.writeUInt32LE(file.readUInt32LE(last + 42) - 1, last + 42)
  expect(await codeOf(file)).toBe('sheet-not-readable')
})

test('T39 parts of 256 MB together are refused, each in proportion and whether anybody reads them or not', async () => {
  const packed = Buffer.alloc(1_000_000)
  const media = (count: number): CraftedPart[] =>
    Array.from({ length: count }, (_, n) => ({ name: `${n}.png`, content: '', packed, declaredSize: 85_400_000 }))
  expect(await codeOf(zipFile([...partsOf(), ...media(2)]))).toBe('2 rows')
  expect(await codeOf(zipFile([...partsOf(), ...media(3)]))).toBe('sheet-too-large')
})

test('T39 sizes in 64 bits that lie are refused: what it becomes, what it takes, where it lies', async () => {
  const last = { name: 'a', content: 'x', longSizes: true } as const
  const lying = (field: number) => {
    const file = zipFile([...partsOf(), last])
    file.writeUInt32LE(1, lastListed(file) + 46 + last.name.length + 4 + field * 8 + 4)
    return file
  }
  expect(await codeOf(lying(0))).toBe('sheet-too-large')
  const sheet = 'xl/worksheets/sheet1.xml'
  const withSheet = (field: number, high: number) => {
    const parts = partsOf().toSorted((a, b) => Number(a.name === sheet) - Number(b.name === sheet))
    const file = zipFile(parts.map((part) => ({ ...part, longSizes: true as const })))
    file.writeUInt32LE(high, lastListed(file) + 46 + sheet.length + 4 + field * 8 + 4)
    return file
  }
  expect(await codeOf(withSheet(1, 0))).toBe('2 rows')
  expect(await codeOf(withSheet(1, 1))).toBe('sheet-not-readable')
  expect(await codeOf(withSheet(2, 1))).toBe('sheet-not-readable')
  expect(await codeOf(withSheet(2, 0xffff_ffff))).toBe('sheet-not-readable')
})

/** With the record of 64 bits (APPNOTE 4.3.14) in front of the end, and its locator. */
const withLongEnd = (change: (record: Buffer) => void) => {
  const file = workbookFile()
  const end = file.subarray(-endBytes)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 24)
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  change(record)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(file.length - endBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([file.subarray(0, -endBytes), record, locator, end])
}

test('T39 an end in 64 bits that lies is refused: how many entries, where they begin', async () => {
  expect(await codeOf(withLongEnd(() => undefined))).toBe('2 rows')
  expect(await codeOf(withLongEnd((record) => record.writeBigUInt64LE(1n << 40n, 32)))).toBe('sheet-too-large')
  expect(await codeOf(withLongEnd((record) => record.writeBigUInt64LE((1n << 64n) - 1n, 48)))).toBe(
    'sheet-not-readable',
  )
  expect(await codeOf(withLongEnd((record) => record.writeUInt32LE(1, 16)))).toBe('sheet-not-readable')
})

test('T39 strong encryption is told as encryption; bytes behind the end and other methods are refused', async () => {
  const parts = partsOf()
  expect(await codeOf(zipFile(parts.map((part) => ({ ...part, flags: 0x41 }))))).toBe('sheet-encrypted')
  expect(await codeOf(Buffer.concat([workbookFile(), Buffer.from('\n')]))).toBe('sheet-not-readable')
  const file = zipFile(parts.map((part) => ({ ...part, stored: true as const })))
  file.writeUInt16LE(9, lastListed(file) + 10)
  expect(await codeOf(file)).toBe('sheet-not-readable')
})

const megabyteOf = (text: string) => Buffer.from(text.repeat(Math.floor(1_048_576 / text.length)).padEnd(1_048_576))

test.each([
  ['comment', '<!-- ', 'a', 'sheet-too-large'],
  ['instruction', '<?x ', 'a', 'sheet-too-large'],
  ['name', '<', 'a', 'sheet-too-large'],
  ['reference', '<a>&', 'a', 'sheet-too-large'],
  ['CDATA', '<a><![CDATA[', 'a', 'sheet-too-large'],
  ['document type', '<!DOCTYPE a [', '<!ENTITY b "c">', 'sheet-too-large'],
  ['tag of spaces', '<a ', ' ', 'sheet-not-readable'],
  ['depth', '', '<a>', 'sheet-not-readable'],
])('T39 XML whose %s never ends is refused after little of it', async (_, opening, again, code) => {
  const packed = packedRepetition({ opening, megabyte: megabyteOf(again), times: 15 })
  const before = process.memoryUsage.rss()
  // Read to its end it would get the other code: it is shorter than declared, or longer.
  const declaredSize = code === 'sheet-too-large' ? 15_800_000 : 8_000_000
  const parts = partsOf().map((part) =>
    part.name === 'xl/worksheets/sheet1.xml' ? { ...part, packed, declaredSize } : part,
  )
  expect(await codeOf(zipFile(parts))).toBe(code)
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(50)
})

test('T39 a tag with attributes without end, or one attribute twice, is refused', async () => {
  const attributes = Array.from({ length: 200_000 }, (_, n) => `a${n}=""`).join(' ')
  for (const tag of [`<row ${attributes}/>`, '<row r="1" r="2"/>'])
    expect(await codeOf(workbookFile({ parts: { 'xl/worksheets/sheet1.xml': sheetXml(tag) } }))).toBe(
      'sheet-not-readable',
    )
})

test('T39 a declaration of XML 1.1 allows no more signs than 1.0', async () => {
  const sheet = (sign: string) =>
    sheetXml(`${plainRows}<row><c t="str"><v>${sign}</v></c></row>`).replace('version="1.0"', 'version="1.1"')
  expect(await codeOf(workbookFile({ parts: { 'xl/worksheets/sheet1.xml': sheet('a') } }))).toBe('3 rows')
  expect(await codeOf(workbookFile({ parts: { 'xl/worksheets/sheet1.xml': sheet('&#1;') } }))).toBe(
    'sheet-not-readable',
  )
})

/** Written by another program, with shared texts, dates and formats. */
const realWorkbook = async () =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: 'People',
          rows: Array.from({ length: 500 }, (_, n) => [`Name ${n % 300}`, n / 3, new Date(1.7e12 + n * 1e7), n > 9]),
        },
      ],
    }),
  )

/** The same changes in every run: a failure can be looked at again. */
const seeded = (numRuns: number) => ({ seed: 20261122, numRuns })

test('T39 a real workbook with bytes changed anywhere, or in its directory, is read or refused within 150 MB', async () => {
  const file = await realWorkbook()
  const directory = file.readUInt32LE(file.length - endBytes + 16)
  expect(await codeOf(file)).toBe('500 rows')
  const place = fc.oneof(fc.nat(file.length - 1), fc.integer({ min: directory, max: file.length - 1 }))
  const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 8 })
  const before = process.memoryUsage.rss()
  const codes = new Set<string>()
  let peak = before
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const copy = Buffer.from(file)
      for (const [at, value] of changed) copy[at] = value
      codes.add(await codeOf(copy))
      peak = Math.max(peak, process.memoryUsage.rss())
    }),
    seeded(300),
  )
  expect((peak - before) / 1e6).toBeLessThan(150)
  expect([...codes]).toEqual(expect.arrayContaining(['500 rows', 'sheet-not-readable', 'sheet-too-large']))
})

test('T39 a part with any bytes changed, under a checksum that fits, is read or refused', async () => {
  const parts = partsOf({ strings: '<si><t>a</t></si>', rows: `${plainRows}<row><c t="s"><v>0</v></c></row>` })
  const change = fc.tuple(fc.nat(parts.length - 1), fc.nat(1_000), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changed) => {
      const contents = parts.map(({ content }) => Buffer.from(content as string))
      for (const [part, at, value] of changed) contents[part]![at % contents[part]!.length] = value
      await codeOf(zipFile(parts.map((part, n) => ({ ...part, content: contents[n]! }))))
    }),
    seeded(300),
  )
})
