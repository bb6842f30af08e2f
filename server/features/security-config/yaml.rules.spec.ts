// T41: whatever is written in a body, reading it takes less than a second of work.
import { expect, test } from 'vitest'
import { readYaml } from './yaml.rules.ts'

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const names = [...'abcdefghij']

const refused: Readonly<Record<string, string>> = {
  'aliases of aliases': names
    .map((name, at) => `${name}: &${name} [${Array(9).fill(at === 0 ? 'x' : `*${names[at - 1] ?? ''}`)}]`)
    .join('\n'),
  'many aliases': lines(12_000, (at) => `- &a${at} x\n- *a${at}`),
  'a function': 'a: !!js/function "function () {}"',
  'a tag of its own': 'a: !mine 1',
  'a tab': 'a:\n\tb: 1',
  'a key that is there twice': 'a: 1\nb: 2\na: 3',
  'many keys that are there twice': 'a: b\n'.repeat(50_000),
  'two documents': 'a: 1\n---\nb: 2',
  'nested lists': '['.repeat(250_000),
  'nested lists in lines': '[\n'.repeat(100_000),
  'nested dashes': '- '.repeat(100_000),
  'nested questions': '? '.repeat(100_000),
  'nested maps': lines(600, (at) => `${' '.repeat(at)}a:`),
  'a quotation without an end': `a: "${'x'.repeat(250_000)}`,
  'faults in each line': 'a: b: c\n'.repeat(20_000),
  'a zero': 'a: \0',
}
const taken: Readonly<Record<string, string>> = {
  nothing: '',
  'a comment': '# nothing yet',
  'many keys': lines(20_000, (at) => `k${at}: ${at}`),
  'many anchors': lines(15_000, (at) => `- &a${at} x`),
  'many lines': `a: |\n${' x\n'.repeat(60_000)}`,
  'many dashes': '-\n'.repeat(130_000),
  'an alias': 'a: &a {b: 1}\nc: *a',
}

const secondOfWork = 1000

const measured = (text: string) => {
  const before = process.threadCpuUsage()
  const { faults } = readYaml(text)
  const { user, system } = process.threadCpuUsage(before)
  return { codes: [...new Set(faults.map(({ code }) => code))], milliseconds: (user + system) / 1000 }
}

/** Once more where it took longer: whatever shares a processor's caches makes the same work take longer. */
const leastOf = (text: string, times = 3): ReturnType<typeof measured> => {
  const reading = measured(text)
  return reading.milliseconds < secondOfWork || times === 1 ? reading : leastOf(text, times - 1)
}

test.each(Object.entries(refused))('T41 R5.5-07 %s: Invalid yaml format, within a second', (_, text) => {
  const { codes, milliseconds } = leastOf(text)
  expect(codes).toEqual(['yaml-not-valid'])
  expect(milliseconds).toBeLessThan(secondOfWork)
})

test.each(Object.entries(taken))('T41 %s: read within a second', (_, text) => {
  const { codes, milliseconds } = leastOf(text)
  expect(codes).toEqual([])
  expect(milliseconds).toBeLessThan(secondOfWork)
})

test.each([
  ['a: 1\na: 2\n', 2, 'yaml-key-twice'],
  ['a:\n\tb: 1\n', 2, 'yaml-tab'],
  ['a:\n  b: 1\n c: 2\n', 3, 'yaml-indent'],
  ['a: "x\n', 2, 'yaml-sign-missing'],
  ['a: [1\n', 2, 'yaml-indent'],
  ['a: *b\n', 1, 'yaml-alias'],
  ['a: "\\q"\n', 1, 'yaml-escape'],
  ['%WISH 1\n---\na: 1\n', 1, 'yaml-directive'],
  ['a: !wish 1\n', 1, 'yaml-tag'],
  ['a: 1\n---\nb: 2\n', 2, 'yaml-documents'],
  ['first\nb: 1\n', 1, 'yaml-key'],
  ['a: b: c\n', 1, 'yaml-keys-in-line'],
  ['a: @b\n', 1, 'yaml-start'],
  ['a: 1\n]\n', 2, 'yaml-unexpected'],
])('R5.5-07 what is wrong with %j has a code for the reader’s language, at its line', (text, line, fault) => {
  expect(readYaml(text).faults[0]).toMatchObject({ code: 'yaml-not-valid', line, data: { fault } })
})
