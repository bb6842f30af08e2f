// R8.4-09: what was wrong with the rows of an import, as a text with one reason a line.
import type { NotificationData, RowReason } from '#contract/notifications.ts'

/** either spelling. */
export const messageOf = ({ messageError, MessageError }: NotificationData) => messageError ?? MessageError

export const reasonLines = (reasons: readonly RowReason[], line: (row: number, reason: string) => string) =>
  reasons.map(({ row, reason }) => `${line(row, reason).replace(/\s+/g, ' ').trim()}\r\n`).join('')

export const reasonFile = (
  name: string,
  reasons: readonly RowReason[],
  line: (row: number, reason: string) => string,
) =>
  // Windows' editor takes a text without this mark for another alphabet.
  new File(['\ufeff', reasonLines(reasons, line)], name, { type: 'text/plain;charset=utf-8' })
