// The last verification, as the log itself says.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { chainName, logEvents, Verification } from './logs.events.ts'

const VerifiedRow = z.object({ on: z.date(), after: Verification })

export const lastVerification = async (db: Db) =>
  (
    await db.query(
      VerifiedRow,
      `select f.at as "on", f.after
         from audit_event f
        where f.subject = $1
          and f.type = $2
        order by f.at desc, f.id desc
        limit 1`,
      [chainName, logEvents.verified.type],
    )
  ).at(0)
