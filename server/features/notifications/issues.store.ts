// The only writer of process_issue.
import { z } from 'zod'
import { ImportIssue } from '#contract/kernel/issue.ts'
import type { Tx } from '#server/kernel/context.ts'

export const insertIssues = (tx: Tx, id: string, severity: 'error' | 'warning', rows: readonly ImportIssue[]) =>
  tx.execute(
    `insert into process_issue (process_id, severity, row, reason, issues, label)
     select $1, $2, i.row, i.reason, i.issues, i.label
       from unnest($3::int[], $4::text[], $5::jsonb[], $6::text[]) as i (row, reason, issues, label)`,
    [
      id,
      severity,
      rows.map(({ row }) => row),
      rows.map(({ reason }) => reason),
      rows.map(({ issues = [] }) => JSON.stringify(issues)),
      rows.map(({ label = '' }) => label),
    ],
  )

const mostIssues = 5_000

const IssueRow = ImportIssue.extend({ label: z.string(), severity: z.enum(['error', 'warning']) })

/** They live on in the notification. */
export const takeIssues = async (tx: Tx, id: string) => {
  const rows = await tx.query(
    IssueRow,
    `with taken as (delete from process_issue where process_id = $1 returning severity, row, reason, issues, label)
     select severity, row, reason, issues, label
       from taken
      order by row, reason
      limit ${mostIssues}`,
    [id],
  )
  const of = (wanted: 'error' | 'warning') =>
    rows
      .filter(({ severity }) => severity === wanted)
      .map(({ row, reason, issues, label }) => ({ row, reason, issues, ...(label && { label }) }))
  return { errors: of('error'), warnings: of('warning') }
}
