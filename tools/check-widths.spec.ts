// What `npm run check` says of lines that are too wide.
import { expect, test } from 'vitest'
import { wideLines } from './check-widths.ts'

const words = 'word '.repeat(30)

test('a line of code wider than 120 characters is found, and so is a comment', () => {
  const sum = Array.from({ length: 40 }, (_, n) => `a${n}`).join(' + ')
  expect(wideLines('sum.ts', `const short = 1\nexport const sum = ${sum}\n// ${words}`)).toEqual([
    { number: 2, width: expect.any(Number) },
    { number: 3, width: expect.any(Number) },
  ])
})

test('texts, statements, patterns, paths and addresses do not count, the code around them does', () => {
  const source = [
    `import { a } from './${'folder/'.repeat(20)}a.ts'`,
    `export const text = '${words}'`,
    `export const statement = \`select ${words} from \${a}\``,
    `export const pattern = /${words}/`,
    `export const shown = <p>${words}</p>`,
    `// https://example.com/${'way/'.repeat(30)}`,
  ].join('\n')
  expect(wideLines('texts.tsx', source)).toEqual([])
  expect(wideLines('more.ts', `const t = ['${words}', ${'abcdefghi, '.repeat(12)}]`)).toHaveLength(1)
})

test('a style sheet has its addresses and its letters', () => {
  expect(wideLines('a.css', `  src: url("data:${'a'.repeat(150)}");\n  ${'U+0000-00FF, '.repeat(12)}U+2000;`)).toEqual(
    [],
  )
  expect(wideLines('a.css', `.a { ${'margin: 0; '.repeat(15)} }`)).toHaveLength(1)
})
