// R8.4-09: what was wrong with the rows of an import, as a text with one reason a line.
import type { ImportIssue } from '#contract/kernel/issue.ts'
import type { NotificationData } from '#contract/notifications.ts'
import { codeText, rowText } from '#web/lib/code-texts.ts'
import { rowName } from '#web/lib/row-name.ts'

/** Why it failed: by its code in the reader's language, else in the words it came with (A-155: either spelling). */
export const messageOf = ({ messageError, MessageError, code, data }: NotificationData) =>
  codeText(code, data) ?? messageError ?? MessageError

const reasonLines = (reasons: readonly ImportIssue[], line: (row: string, reason: string) => string) =>
  reasons.map((issues) => `${line(rowName(issues), rowText(issues)).replace(/\s+/g, ' ').trim()}\r\n`).join('')

export const reasonFile = (
  name: string,
  reasons: readonly ImportIssue[],
  line: (row: string, reason: string) => string,
) =>
  // Windows' editor takes a text without this mark for another alphabet.
  new File(['\ufeff', reasonLines(reasons, line)], name, { type: 'text/plain;charset=utf-8' })
