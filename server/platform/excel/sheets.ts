// Excel for the use cases: see the port.
import type { Sheets } from '#server/kernel/ports/sheets.ts'
import { readWorkbook } from './read-workbook.ts'
import { writeWorkbook } from './write-workbook.ts'

export const createSheets = (): Sheets => ({ write: (sheet) => writeWorkbook(sheet), read: readWorkbook })
