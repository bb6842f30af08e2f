// What is wrong with a row of a sheet, as the answer, the notification and the store take it.
import type { ImportIssue } from '#contract/kernel/issue.ts'
import { type Issue, issueLines, onTheWire } from '#server/kernel/issue.ts'

/** `label`: who or what is meant by the row. */
export const importIssue = (row: number, issues: readonly Issue[], label = ''): ImportIssue => ({
  row,
  reason: issueLines(issues),
  issues: issues.map(onTheWire),
  ...(label && { label }),
})
