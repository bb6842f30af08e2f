// What the clock finds: requests that are due, and what has been kept long enough.
import { z } from 'zod'
import { RightsRequestState } from '#contract/rights.ts'
import type { Db, Tx } from '#server/kernel/context.ts'

const DueRow = z.object({ id: z.uuid(), dueOn: z.iso.date(), fullName: z.string() })
export type DueRow = z.output<typeof DueRow>

const due = `r.state <> 'Answered'
        and r.due_on <= $1::date
        and r.reminded_due is distinct from r.due_on
         or r.state <> 'Answered'
        and r.due_on <= $2::date
        and r.reminded_soon is distinct from r.due_on`

type Days = { readonly today: string; readonly soon: string }

export const anyDue = async (db: Db, { today, soon }: Days) =>
  (await db.execute(`select 1 from rights_request r where ${due} limit 1`, [today, soon])) > 0

/** Each once for each day that it was due on; nothing is left for a second instance. */
export const takeDue = (tx: Tx, { today, soon }: Days) =>
  tx.query(
    DueRow,
    `update rights_request r
        set reminded_soon = r.due_on,
            reminded_due = case when r.due_on <= $1::date then r.due_on else r.reminded_due end
      where ${due}
     returning r.id, r.due_on as "dueOn", r.full_name as "fullName"`,
    [today, soon],
  )

export type Ages = { readonly documentsBefore: Date; readonly requestsBefore: Date }

export const anyOld = async (db: Db, { documentsBefore, requestsBefore }: Ages) =>
  (await db.execute(
    `select 1
       from rights_request r
      where r.answered_on < $2
         or r.answered_on < $1
        and exists (select 1 from rights_document d where d.request_id = r.id)
      limit 1`,
    [documentsBefore, requestsBefore],
  )) > 0

const RemovedDocumentsRow = z.object({ id: z.uuid(), documents: z.number() })

export const deleteOldDocuments = (tx: Tx, { documentsBefore }: Ages) =>
  tx.query(
    RemovedDocumentsRow,
    `with gone as (delete from rights_document d
                    using rights_request r
                    where r.id = d.request_id
                      and r.answered_on < $1
                   returning d.request_id)
     select request_id as id, count(*) as documents from gone group by request_id order by request_id`,
    [documentsBefore],
  )

const RemovedRow = z.object({ id: z.uuid(), state: RightsRequestState })

export const deleteOldRequests = (tx: Tx, { requestsBefore }: Ages) =>
  tx.query(RemovedRow, `delete from rights_request where answered_on < $1 returning id, state`, [requestsBefore])
