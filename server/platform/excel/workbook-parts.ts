// Which parts of an archive are the first sheet, its texts and its formats; and whether it is a plain workbook at all.
import type { Entry } from 'yauzl'
import type { Calendar } from './cell-text.ts'
import { notReadable, tooLarge, withMacros } from './refusals.ts'
import { type XmlAttributes, XmlReader } from './xml-reader.ts'
import { type Archive, inflate } from './zip-archive.ts'

type WorkbookParts = {
  readonly sheet: Entry
  readonly strings: Entry | undefined
  readonly formats: Entry | undefined
  readonly calendar: Calendar
}

const most = { bytes: 4_000_000, relationsOfSheet: 64_000_000, sheets: 1_000, relations: 10_000 }
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const macroParts = /(^|\/)(vbaproject\.bin|activex|macrosheets)(\/|$)/
const macroTypes = /macroenabled|vbaproject|macrosheet|activex/i

export const findParts = async (archive: Archive): Promise<WorkbookParts> => {
  const types = await contentTypes(archive)
  if ([...archive.entries.keys()].some((name) => macroParts.test(name)) || types.some((type) => macroTypes.test(type)))
    throw withMacros()
  if (!types.includes(workbookType)) throw notReadable()
  const office = (await relationsOf(archive, '_rels/.rels', most.bytes)).find(({ type }) => type === 'officeDocument')
  const place = resolve('', office?.target ?? '')
  const relations = await relationsOf(archive, relationsPart(place), most.bytes)
  const { calendar, sheets } = await workbookOf(archive, place)
  const worksheets = sheets.flatMap((id) =>
    relations.filter((relation) => relation.id === id && relation.type === 'worksheet'),
  )
  const at = (target: string | undefined) => (target === undefined ? undefined : resolve(place, target))
  const sheet = at(worksheets[0]?.target)
  await refuseForeignParts(archive, sheet)
  return {
    sheet: entryOf(archive, sheet),
    strings: optional(archive, at(relations.find(({ type }) => type === 'sharedStrings')?.target)),
    formats: optional(archive, at(relations.find(({ type }) => type === 'styles')?.target)),
    calendar,
  }
}

const optional = (archive: Archive, name: string | undefined) =>
  name === undefined ? undefined : archive.entries.get(name)

const entryOf = (archive: Archive, name: string | undefined): Entry => {
  const entry = optional(archive, name)
  if (!entry) throw notReadable()
  return entry
}

const eachElement = async (
  archive: Archive,
  { name, mostBytes }: { name: string; mostBytes: number },
  open: (element: string, attributes: XmlAttributes) => void,
) => {
  const entry = entryOf(archive, name)
  if (entry.uncompressedSize > mostBytes) throw tooLarge()
  const reader = new XmlReader({ open, text: () => undefined, close: () => undefined })
  for await (const piece of inflate(archive, entry)) reader.push(piece)
  reader.end()
}

const contentTypes = async (archive: Archive) => {
  const types = new Set<string>()
  await eachElement(archive, { name: '[content_types].xml', mostBytes: most.bytes }, (_, attributes) => {
    types.add(attributes['ContentType'] ?? '')
  })
  return [...types]
}

type Relation = { readonly id: string; readonly type: string; readonly target: string }

/** What a workbook is made of lies inside; an address elsewhere is refused, never asked. */
const relationsOf = async (archive: Archive, name: string, mostBytes: number): Promise<Relation[]> => {
  const relations: Relation[] = []
  await eachElement(archive, { name, mostBytes }, (element, attributes) => {
    if (element !== 'Relationship') return
    const target = attributes['Target'] ?? ''
    const type = (attributes['Type'] ?? '').split('/').at(-1) ?? ''
    const outside = attributes['TargetMode'] === 'External' || target.includes(':')
    if (type === 'hyperlink') return
    if (outside) throw notReadable()
    if (relations.length >= most.relations) throw tooLarge()
    relations.push({ id: attributes['Id'] ?? '', type, target })
  })
  return relations
}

const refuseForeignParts = async (archive: Archive, sheet: string | undefined) => {
  const name = relationsPart(sheet ?? '')
  if (archive.entries.has(name)) await relationsOf(archive, name, most.relationsOfSheet)
}

/** xl/workbook.xml → xl/_rels/workbook.xml.rels */
const relationsPart = (part: string) => part.replace(/[^/]*$/, (file) => `_rels/${file}.rels`)

/** A target as the name of an entry: from the root with a slash in front, else beside the part that names it. */
const resolve = (from: string, target: string): string => {
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split(/[\\/]/)) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/').toLowerCase()
}

/** `r:id`, under whatever prefix the workbook gives it. */
const relationOf = (sheet: XmlAttributes) =>
  Object.entries(sheet).find(([name]) => name === 'id' || name.endsWith(':id'))?.[1] ?? ''

/** The relations of the visible sheets, in their order. */
const workbookOf = async (archive: Archive, name: string) => {
  const sheets: string[] = []
  let count = 0
  let calendar: Calendar = '1900'
  await eachElement(archive, { name, mostBytes: most.bytes }, (element, attributes) => {
    if (element === 'workbookPr' && /^(1|true|on)$/.test(attributes['date1904'] ?? '')) calendar = '1904'
    if (element !== 'sheet') return
    if (++count > most.sheets) throw tooLarge()
    if ((attributes['state'] ?? 'visible') === 'visible') sheets.push(relationOf(attributes))
  })
  return { sheets, calendar: calendar as Calendar }
}
