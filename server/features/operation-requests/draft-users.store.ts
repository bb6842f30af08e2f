// The draft that a request asks to let in.
import { z } from 'zod'
import { RequestUser } from '#contract/operation-request-forms.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { momentOf } from '#server/lists/moments.ts'
import { displayNameOf } from '#server/lists/people.ts'

const DraftRow = RequestUser.omit({ canEdit: true, requestId: true }).extend({ status: z.string() })

/** Made by whoever asked: a draft of somebody else's is not in the hands of those who ask for it as well. */
export const draftOf = async (db: Db, requestId: string) =>
  (
    await db.query(
      DraftRow,
      `select u.id,
              u.user_name as "userName",
              u.email,
              u.first_name as "firstName",
              u.last_name as "lastName",
              u.area_id as "areaId",
              a.name as "areaName",
              u.language,
              u.validate_scopes as "validateScopes",
              u.job_title as "jobTitle",
              u.manager,
              u.teams,
              u.phone_number as "phoneNumber",
              ${momentOf('u.modified_on')} as "modifiedOn",
              o.status
         from operation_request o
         join portal_user u on u.id = o.identity_id and u.draft and u.created_by = o.created_by
         join area a on a.id = u.area_id
        where o.id = $1`,
      [requestId],
    )
  ).at(0)

/** What a request keeps of its user, for when they are gone. */
export const renameIdentity = (tx: Tx, { id, now }: { id: string; now: Date }) =>
  tx.execute(
    `update operation_request o
        set identity_name = ${displayNameOf('u')},
            identity_email = u.email,
            modification_date = $2,
            version = version + 1
       from portal_user u
      where u.id = o.identity_id
        and o.id = $1`,
    [id, now],
  )
