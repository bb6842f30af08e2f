import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment, safeFileName } from './content-disposition.ts'

const form = /^attachment; filename="([ !#-$&-[\]-~]*)"; filename\*=UTF-8''((?:[\w.~!#$&+^`|-]|%[\dA-F]{2})+)$/

const read = (header: string) => {
  const [, ascii = '', encoded = ''] = form.exec(header) ?? []
  return { ascii, name: decodeURIComponent(encoded) }
}

test.each([
  ['People.xlsx', 'People.xlsx', 'People.xlsx'],
  ['Usuários – março.xlsx', 'Usuarios _ marco.xlsx', 'Usuários – março.xlsx'],
  ['人員.xlsx', '__.xlsx', '人員.xlsx'],
  ['../../etc/passwd', '_.._etc_passwd', '_.._etc_passwd'],
  ['..\\..\\boot.ini', '_.._boot.ini', '_.._boot.ini'],
  ['a\r\nSet-Cookie: x=1.xlsx', 'aSet-Cookie_ x=1.xlsx', 'aSet-Cookie_ x=1.xlsx'],
  ['a"; filename="b.exe', 'a_; filename=_b.exe', 'a_; filename=_b.exe'],
  ['a\0.xlsx', 'a.xlsx', 'a.xlsx'],
  ['100%41.xlsx', '100_41.xlsx', '100%41.xlsx'],
  ['photo\u202exslx.exe', 'photoxslx.exe', 'photoxslx.exe'],
  ["it's (1)*.xlsx", "it's (1)_.xlsx", "it's (1)_.xlsx"],
  ['\ud800.xlsx', 'xlsx', 'xlsx'],
  ['', 'file', 'file'],
  ['...', 'file', 'file'],
])('T42 the file name %j leaves as one header, for old clients and for new ones', (fileName, ascii, name) => {
  expect(read(attachment(fileName))).toEqual({ ascii, name })
})

test('T42 a name of 300 signs is cut and keeps its ending', () => {
  const { name } = read(attachment(`${'n'.repeat(300)}.xlsx`))
  expect([name.length, name.endsWith('n.xlsx')]).toEqual([150, true])
})

test('T42 no name ends the header, or leads out of a folder', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: fc.constantFrom('.', '/', '\\', '"', '\r', '\n', '\0', '%', "'", ' ', 'é', '👍', '\ud800') }),
      ),
      (fileName) => {
        expect(attachment(fileName)).toMatch(form)
        expect(safeFileName(fileName)).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^\.|\.$/u)
      },
    ),
  )
})

test('T42 a name of dots and spaces is as quickly read as any', () => {
  expect(safeFileName(`x${'. '.repeat(200_000)}y.xlsx`)).toHaveLength(150)
})
