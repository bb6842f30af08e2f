// What is wrong with rows of a sheet, as the answer, the notification and the store take it.
import type { RowIssues } from '#contract/kernel/answer.ts'
import { type Issue, issueLines, onTheWire } from '#server/kernel/issue.ts'

export const rowIssues = (row: number, issues: readonly Issue[]): RowIssues & Required<Pick<RowIssues, 'issues'>> => ({
  row,
  reason: issueLines(issues),
  issues: issues.map(onTheWire),
})

/** Columns whose titles mean nothing are told with the header's row. */
export const columnsNotRead = (unknown: readonly string[]): RowIssues[] =>
  unknown.length > 0
    ? [rowIssues(1, [{ code: 'columns-not-read', data: { columns: unknown.join(', ').slice(0, 300) } }])]
    : []

type Checked = {
  readonly row: number
  readonly issues: readonly Issue[]
  readonly state: string
  readonly label: string
}

/** A checked row as a dry run shows it. */
export const shownRow = <Row extends Checked>({ row, state, label, issues }: Row) => ({
  ...rowIssues(row, issues),
  state: state as Row['state'],
  label,
})
