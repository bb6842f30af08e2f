// No line of code is wider than 120 characters. What the formatter cannot break is not counted: texts, SQL, patterns,
// paths of imports and addresses.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const widest = 120
type Place = { readonly start: number; readonly end: number }

const isText = (node: object): node is Place =>
  'type' in node &&
  (node.type === 'TemplateLiteral' ||
    node.type === 'JSXText' ||
    (node.type === 'Literal' && 'value' in node && (typeof node.value === 'string' || 'regex' in node)))

/** The places of the texts in a syntax tree, the outermost ones only. */
const textsIn = (node: unknown): Place[] => {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (node === null || typeof node !== 'object') return []
  return isText(node) ? [node] : Object.values(node).flatMap(textsIn)
}

const textsOf = (file: string, source: string) => {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return textsIn(program)
}

/** The formatter keeps a list of letters on one line. */
const textsOfStyle = (source: string): Place[] =>
  [...source.matchAll(/"[^"]*"|U\+[\dA-F][^;]*/g)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }))

const shared = ({ start, end }: Place, line: Place) =>
  Math.max(0, Math.min(end, line.end) - Math.max(start, line.start))

/** The numbers of the lines that are too wide, with their widths. */
export const wideLines = (file: string, source: string) => {
  let start = 0
  const lines = source.split('\n').map((text, index) => {
    const line = { number: index + 1, text, start, end: start + text.length }
    start = line.end + 1
    return line
  })
  const wide = lines.filter(({ text }) => text.length > widest && !/https?:\/\/\S{40}/.test(text))
  if (wide.length === 0) return []
  const texts = file.endsWith('.css') ? textsOfStyle(source) : textsOf(file, source)
  return wide
    .map((line) => ({ ...line, width: texts.reduce((sum, text) => sum - shared(text, line), line.text.length) }))
    .filter(({ width }) => width > widest)
    .map(({ number, width }) => ({ number, width }))
}

const folders = '{contract,server,web,tools,e2e,bench,examples}'

const check = () => {
  const files = globSync(['*.{ts,cjs}', `${folders}/**/*.{ts,tsx,mjs,cjs,css}`], { cwd: root }).filter(
    (file) => !file.includes('node_modules'),
  )
  const faults = files.flatMap((file) =>
    wideLines(file, readFileSync(path.join(root, file), 'utf8')).map(
      ({ number, width }) => `${file}:${number} is ${width} characters wide without its texts`,
    ),
  )
  for (const fault of faults) console.log(fault)
  console.log(`${files.length} files, ${faults.length} lines wider than ${widest}`)
  process.exitCode = faults.length === 0 && files.length > 1000 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) check()
