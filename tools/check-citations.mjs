// What comments and documents cite is in the repository: requirements (R), readings of the specification (A), attacks
// (T), decisions, files, links; and each attack is named by a test. A decision record has its date, its status and a
// line in the index that says the same.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run.mjs'

const textOf = (file) => readFileSync(path.join(root, file), 'utf8')
const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)

const folders = '{contract,server,web,tools,e2e,bench,examples,docs}'
const own = globSync(['*.{md,cjs,ts}', `${folders}/**/*.{ts,tsx,mjs,cjs,css,sql,md,tsv}`], { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !file.includes('node_modules/'))

const records = own.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).sort()

const known = {
  requirement: new Set(matches(textOf('docs/requirements.tsv'), /^(R[\d.]+-\d+)\t/gm)),
  reading: new Set(matches(textOf('docs/specification-decisions.md'), /\*\*(A-\d+)\b/g)),
  attack: new Set(matches(textOf('docs/attacks.md'), /^- (T\d+)\b/gm)),
  decision: new Set(records.map((file) => path.basename(file).slice(0, 4))),
}

const cited = {
  requirement: /\b(R\d+(?:\.\d+)?-\d{2})\b/g,
  reading: /\b(A-\d{2,3})\b/g,
  attack: /\b(T[1-9]\d?)\b(?!:)/g,
  decision: /\bdecisions?[ /](\d{4})\b/g,
}

const unknownNumbers = (text) =>
  Object.entries(cited).flatMap(([kind, pattern]) =>
    matches(text, pattern)
      .filter((number) => !known[kind].has(number))
      .map((number) => `there is no ${kind} ${number}`),
  )

const isThere = (name) =>
  own.some((file) => file === name || file.endsWith(`/${name}`)) || existsSync(path.join(root, name))

/** Where files are named: comments of a program, code in a document. The changelog may name what is gone. */
const placesOfNames = (file, text) => {
  if (file === 'CHANGELOG.md' || file.endsWith('.sql')) return []
  return file.endsWith('.md') ? matches(text, /`([^`\n]+)`/g) : matches(text, /(?:^|\s)(?:\/\/|\/?\*)\s(.*)$/gm)
}

/** A file by its name or by the end of its path; neither `*.store.ts` nor `<name>.screen.ts` is one. */
const goneFiles = (file, text) =>
  placesOfNames(file, text)
    .flatMap((place) => matches(place, /(?<![\w./*>-])([\w-][\w./-]*\.(?:tsx?|mjs|cjs|sql|md|tsv|css))\b/g))
    .filter((name) => !isThere(name))
    .map((name) => `there is no file ${name}`)

const deadLinks = (file, text) =>
  file.endsWith('.md')
    ? matches(text, /\]\((?!https?:|#)([^)#\s]+)/g)
        .filter((link) => !existsSync(path.join(root, path.dirname(file), link)))
        .map((link) => `the link to ${link} leads nowhere`)
    : []

const index = textOf('docs/decisions/README.md')
const daysIn = (text) =>
  matches(text, /(\d{4}-\d\d-\d\d)/g)
    .sort()
    .join()

/** Number, title and date as in the record, and a status with the same days. */
const isInIndex = (name, text) => {
  const row = index.split('\n').find((line) => line.startsWith(`| [${name.slice(0, 4)}](${name})`)) ?? ''
  const [, title, date, status] = row.slice(2, -2).split(' | ')
  const [, ownTitle] = /^# \d{4}: (.*)$/m.exec(text) ?? []
  const [, ownDate, ownStatus = ''] = /^Date: (\S+)\. Status: (.*)$/m.exec(text) ?? []
  return title?.trim() === ownTitle && date?.trim() === ownDate && daysIn(status ?? '') === daysIn(ownStatus)
}

const faultsOfRecord = (file, text) => {
  const name = path.basename(file)
  return [
    [text.startsWith(`# ${name.slice(0, 4)}: `), 'does not begin with its number and title'],
    [/^Date: \d{4}-\d\d-\d\d\. Status: /m.test(text), 'has no line "Date: …. Status: …"'],
    [/^## Alternatives$/m.test(text), 'has no section "Alternatives"'],
    [isInIndex(name, text), 'is not in docs/decisions/README.md with its title, its date and the days of its status'],
  ].flatMap(([holds, fault]) => (holds ? [] : [fault]))
}

const faults = own.flatMap((file) => {
  const text = textOf(file)
  const found = [...unknownNumbers(text), ...goneFiles(file, text), ...deadLinks(file, text)]
  const all = records.includes(file) ? [...found, ...faultsOfRecord(file, text)] : found
  return [...new Set(all)].map((fault) => `${file}: ${fault}`)
})

/** Half an hour of load is no test: `npm run bench -- endurance` plays it. */
const benchmarks = ['T66']
const played = new Set(
  own
    .filter((file) => /\.spec\.tsx?$/.test(file))
    .flatMap((file) => matches(textOf(file), /(?:test|describe|it)(?:\.\w+)?[^'`]{0,400}['`]((?:[RTA]\d[\w.-]* )+)/g))
    .flatMap((numbers) => numbers.trim().split(' ')),
)
for (const attack of known.attack)
  if (!played.has(attack) && !benchmarks.includes(attack)) faults.push(`docs/attacks.md: no test names ${attack}`)

if (own.length < 500 || Object.values(known).some((numbers) => numbers.size < 10))
  faults.push('too little was looked at: the check itself is broken')
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
