// T39: what comes in as .xlsx and is none, or one made to hurt. Nothing is fetched, nothing grows, and it is over soon.
import { createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { setInterval } from 'node:timers'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#server/kernel/refusal.ts'
import { atRandom } from '#server/spec/testing/full.ts'
import {
  type CraftedWorkbook,
  packedRepetition,
  partsOf,
  plainRows,
  sheetXml,
  workbookFile,
  zipFile,
} from '#server/spec/testing/workbook-files.ts'
import { createSheets } from './sheets.ts'

const read = async (file: Uint8Array, limits = { rows: 100_000, columns: 50 }) => {
  let rows = 0
  for await (const { row } of createSheets().read(file, limits)) rows = Math.max(rows, row)
  return rows
}

const secondsSince = (started: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1e6
}

/** 100 MB of spaces. */
const spaces = deflateRawSync(Buffer.alloc(104_857_600, ' '))

/** What takes over a second, in unpackings of 100 MB at this moment: what shares a processor takes more of it. */
const unpackings = (seconds: number) => {
  if (seconds < 1) return 0
  const started = process.cpuUsage()
  inflateRawSync(spaces)
  return seconds / secondsSince(started)
}

/** The code of the refusal; that it took little of a processor and 150 MB at most is checked on the way. */
const refusedWith = async (file: Uint8Array): Promise<string> => {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10)
  const started = process.cpuUsage()
  const error = await read(file).then(
    (rows) => new Error(`${rows} rows were read`),
    (reason: unknown) => reason,
  )
  clearInterval(watch)
  if (!(error instanceof Refusal)) throw error
  const seconds = secondsSince(started)
  expect((Math.max(peak, process.memoryUsage.rss()) - before) / 1e6).toBeLessThan(150)
  expect(unpackings(seconds)).toBeLessThan(60)
  expect([error.status, error.detail['field']]).toEqual([error.code.includes('too') ? 413 : 400, 'file'])
  return error.code
}

const sheetName = 'xl/worksheets/sheet1.xml'
const withPart = (name: string, change: object, workbook: CraftedWorkbook = {}) =>
  zipFile(partsOf(workbook).map((part) => (part.name === name ? { ...part, ...change } : part)))
const withParts = (parts: CraftedWorkbook['parts']) => workbookFile({ parts })

const bomb = (times: number) =>
  packedRepetition({ opening: '<worksheet><sheetData>', megabyte: Buffer.alloc(1_048_576, ' '), times })

test('T39 a zip bomb of 10 MB that says what it becomes, 10 GB in three parts, is refused', async () => {
  const packed = bomb(3_300)
  const parts = [1, 2, 3].map((n) => ({ name: `xl/media/${n}.xml`, content: '', packed, declaredSize: 3_460_300_800 }))
  expect(packed.length * 3).toBeGreaterThan(9_000_000)
  expect(await refusedWith(zipFile([...partsOf(), ...parts]))).toBe('sheet-too-large')
})

test.each([1_000, 200_000_000, 0])(
  'T39 a zip bomb of 10 GB that calls itself %i bytes is refused',
  async (declaredSize) => {
    expect(
      await refusedWith(
        withPart(sheetName, { packed: Buffer.concat([bomb(10_000), randomBytes(1_000_000)]), declaredSize }),
      ),
    ).toBe('sheet-too-large')
  },
)

test('T39 rows, cells and elements without end are refused by their number', async () => {
  const endless = (opening: string, element: string) => {
    const megabyte = Buffer.from(element.repeat(Math.floor(1_048_576 / element.length)).padEnd(1_048_576))
    return {
      packed: Buffer.concat([packedRepetition({ opening, megabyte, times: 200 }), randomBytes(1_000_000)]),
      declaredSize: 210_000_000,
    }
  }
  expect(await refusedWith(withPart(sheetName, endless('<worksheet><sheetData>', '<row/>')))).toBe('sheet-not-readable')
  expect(await refusedWith(withPart(sheetName, endless('<worksheet><sheetData><row>', '<c/>')))).toBe(
    'sheet-not-readable',
  )
  expect(await refusedWith(withPart(sheetName, endless('<worksheet>', '<row/>')))).toBe('sheet-too-large')
  expect(await refusedWith(withPart(sheetName, endless('<worksheet><sheetData><row><c t="str"><v>', 'a')))).toBe(
    'sheet-too-large',
  )
  expect(await refusedWith(withPart(sheetName, endless('<worksheet x="', 'a')))).toBe('sheet-not-readable')
})

test('T39 a bomb of shared strings is refused, by their bytes and by their number', async () => {
  const [bytes, number] = [{ content: '' }, '<si/>'.repeat(2_000_001)]
  const name = 'xl/sharedStrings.xml'
  expect(
    await refusedWith(withPart(name, { ...bytes, packed: bomb(10_000), declaredSize: 70_000_000 }, { strings: '' })),
  ).toBe('sheet-too-large')
  expect(await refusedWith(workbookFile({ strings: number }))).toBe('sheet-too-large')
  expect(await refusedWith(workbookFile({ strings: `<si><t>${'a'.repeat(300_000)}</t></si>` }))).toBe('sheet-too-large')
})

test('T39 more entries than a zip can count are refused by their number, and a number that lies by the entries', async () => {
  const many = zipFile(Array.from({ length: 70_000 }, (_, n) => ({ name: `${n}`, content: '', stored: true as const })))
  expect(await refusedWith(many)).toBe('sheet-too-large')
  many.writeUInt16LE(500, many.length - 12)
  expect(await refusedWith(many)).toBe('sheet-not-readable')
})

test('T39 a million sheets are refused', async () => {
  const sheet = '<sheet name="x" sheetId="1" r:id="rId1"/>'
  for (const count of [1_001, 1_000_000])
    expect(
      await refusedWith(
        withParts({ 'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheet.repeat(count)}</sheets></workbook>` }),
      ),
    ).toBe('sheet-too-large')
})

const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">`).join('')}]>`

test.each([
  '[Content_Types].xml',
  '_rels/.rels',
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
  'xl/sharedStrings.xml',
  sheetName,
])(
  'T39 %s with a document type is refused: external entities, a billion laughs, also in another encoding',
  async (name) => {
    const plain = partsOf({ strings: '<si><t>a</t></si>' })
    const text = String(plain.find((part) => part.name === name)?.content).replace(/^<\?xml.*?\?>/, '')
    const encodings = [
      Buffer.from(`<?xml version="1.0"?>${laughs}${text}`),
      Buffer.from(`<!doctype x SYSTEM "file:///etc/passwd">${text}`),
      Buffer.from(`\ufeff<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:9/x">]>${text}`, 'utf16le'),
    ]
    for (const content of encodings)
      expect(await refusedWith(zipFile(plain.map((part) => (part.name === name ? { ...part, content } : part))))).toBe(
        'sheet-not-readable',
      )
  },
)

test.each(['&a;', '&nbsp;', '& ', '&#0;', '&#x110000;', '\0', '<a', '</v></v>', '<1/>'])(
  'T39 a cell with %j is refused',
  async (text) => {
    expect(await refusedWith(workbookFile({ rows: `${plainRows}<row><c t="str"><v>${text}</v></c></row>` }))).toBe(
      'sheet-not-readable',
    )
  },
)

test('T39 an address elsewhere is refused and never asked; links in cells are left alone', async () => {
  let asked = 0
  const server = createServer((_, answer) => (asked++, answer.end())).listen(0, '127.0.0.1')
  const { port } = await new Promise<{ port: number }>((ready) =>
    server.once('listening', () => ready(server.address() as { port: number })),
  )
  const away = `http://127.0.0.1:${port}/sheet.xml`
  const relations = (type: string, mode: string) =>
    `<Relationships><Relationship Id="rId1" Type="x/${type}" Target="${away}" ${mode}/></Relationships>`
  for (const mode of ['TargetMode="External"', ''])
    for (const [name, type] of [
      ['_rels/.rels', 'officeDocument'],
      ['xl/_rels/workbook.xml.rels', 'worksheet'],
      ['xl/_rels/workbook.xml.rels', 'sharedStrings'],
      ['xl/worksheets/_rels/sheet1.xml.rels', 'image'],
    ] as const)
      expect(await refusedWith(withParts({ [name]: relations(type, mode) }))).toBe('sheet-not-readable')
  expect(
    await read(withParts({ 'xl/worksheets/_rels/sheet1.xml.rels': relations('hyperlink', 'TargetMode="External"') })),
  ).toBe(2)
  await new Promise((closed) => server.close(closed))
  expect(asked).toBe(0)
})

test.each(['../../etc/cron.d/x', '/etc/passwd', '..\\..\\x', 'xl/../../x', 'C:\\x', 'a\0b', 'xl/a\nb'])(
  'T39 an entry called %j is refused',
  async (name) => {
    expect(await refusedWith(zipFile([...partsOf(), { name, content: 'x' }]))).toBe('sheet-not-readable')
  },
)

test('T39 two entries of one name are refused', async () => {
  expect(await refusedWith(zipFile([...partsOf(), { name: 'XL/Workbook.xml', content: '<workbook/>' }]))).toBe(
    'sheet-not-readable',
  )
})

test('T39 a workbook with a password is refused as such, an old .xls as not readable', async () => {
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(2_000)])
  expect(await refusedWith(compound)).toBe('sheet-not-readable')
  expect(await refusedWith(Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]))).toBe(
    'sheet-encrypted',
  )
  expect(await refusedWith(withPart(sheetName, { flags: 1 }))).toBe('sheet-encrypted')
})

test('T39 macros are refused, whether they show by a part or by the type of the workbook', async () => {
  for (const name of ['xl/vbaProject.bin', 'xl/macrosheets/sheet1.xml', 'xl/activeX/activeX1.xml'])
    expect(await refusedWith(withParts({ [name]: 'x' }))).toBe('sheet-with-macros')
  const types =
    '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>'
  expect(await refusedWith(withParts({ '[Content_Types].xml': types }))).toBe('sheet-with-macros')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['HTML', Buffer.from('<html><table><tr><td>Name</td></tr></table></html>')],
  ['CSV', Buffer.from('name,mail\na,b\n')],
  ['a zip of something else', zipFile([{ name: 'word/document.xml', content: '<x/>' }])],
  ['a zip without entries', zipFile([])],
  ['noise', randomBytes(100_000)],
  [
    'a workbook of another kind',
    withParts({
      '[Content_Types].xml':
        '<Types><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
    }),
  ],
])('T39 %s called .xlsx is refused', async (_, file) => {
  expect(await refusedWith(file)).toMatch(/^sheet-(not-readable|with-macros)$/)
})

test('T39 a file that ends early is refused wherever it ends', async () => {
  const file = workbookFile()
  for (let length = 0; length < file.length; length += 7)
    expect(await refusedWith(file.subarray(0, length))).toBe('sheet-not-readable')
})

test('T39 a part that is missing, ends early or was changed is refused', async () => {
  for (const name of ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', sheetName])
    expect(await refusedWith(withParts({ [name]: undefined }))).toBe('sheet-not-readable')
  expect(await refusedWith(withParts({ [sheetName]: sheetXml(plainRows).slice(0, -3) }))).toBe('sheet-not-readable')
  expect(await refusedWith(withPart(sheetName, { packed: Buffer.from('no deflate') }))).toBe('sheet-not-readable')
  expect(
    await refusedWith(
      withPart(sheetName, {
        content: sheetXml(plainRows),
        packed: packedRepetition({
          opening: sheetXml(plainRows).replace('Marta', 'Berta'),
          megabyte: Buffer.alloc(0),
          times: 0,
        }),
      }),
    ),
  ).toBe('sheet-not-readable')
})

test('T39 rows that run backwards, places outside and texts that nobody has are refused', async () => {
  for (const rows of [
    '<row r="2"><c/></row><row r="1"><c/></row>',
    '<row r="1048577"/>',
    '<row r="1e3x"/>',
    '<row><c r="XFE1"/></row>',
    '<row><c r="11"/></row>',
    '<row><c t="s"><v>0</v></c></row>',
    '<row><c t="s"><v>-1</v></c></row>',
    '<c r="A1"/>',
    `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`,
  ])
    expect(await refusedWith(workbookFile({ rows }))).toBe('sheet-not-readable')
})

test('T39 a workbook with any bytes changed is read or refused, and nothing else', async () => {
  const file = workbookFile({ strings: '<si><t>a</t></si>' })
  const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const copy = Buffer.from(file)
      for (const [at, value] of changed) copy[at] = value
      await read(copy).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal))
    }),
    { numRuns: atRandom(500) },
  )
})

test('T39 a part with any signs changed is read or refused, and nothing else', async () => {
  const plain = partsOf({
    strings: '<si><t>a</t></si>',
    rows: `${plainRows}<row r="3" x='1'><c t="s"><v>0</v></c><c s="0"><v>4.5E+3</v></c></row>`,
  })
  const sign = fc.constantFrom(
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    ';',
    '=',
    '!',
    '[',
    ']',
    '-',
    ' ',
    ':',
    '\r',
    'r',
    '1',
    'é',
  )
  const changes = fc.array(fc.tuple(fc.nat(plain.length - 1), fc.nat(1_000), sign), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const contents = plain.map(({ content }) => [...String(content)])
      for (const [part, at, value] of changed) contents[part]![at % contents[part]!.length] = value
      const file = zipFile(plain.map((part, n) => ({ ...part, content: contents[n]!.join('') })))
      await read(file).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal))
    }),
    { numRuns: atRandom(1_000) },
  )
})
