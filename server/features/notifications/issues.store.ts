// The only writer of process_issue.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import type { Issue } from '#server/kernel/process.ts'

export const insertIssues = (tx: Tx, id: string, severity: 'error' | 'warning', issues: readonly Issue[]) =>
  tx.execute(
    `insert into process_issue (process_id, severity, row, reason)
     select $1, $2, i.row, i.reason
       from unnest($3::int[], $4::text[]) as i (row, reason)`,
    [id, severity, issues.map(({ row }) => row), issues.map(({ reason }) => reason)],
  )

const mostIssues = 5_000

const IssueRow = z.object({ severity: z.enum(['error', 'warning']), row: z.number(), reason: z.string() })

/** They live on in the notification. */
export const takeIssues = async (tx: Tx, id: string) => {
  const issues = await tx.query(
    IssueRow,
    `with taken as (delete from process_issue where process_id = $1 returning severity, row, reason)
     select severity, row, reason
       from taken
      order by row, reason
      limit ${mostIssues}`,
    [id],
  )
  const of = (wanted: 'error' | 'warning') =>
    issues.filter(({ severity }) => severity === wanted).map(({ row, reason }) => ({ row, reason }))
  return { errors: of('error'), warnings: of('warning') }
}
