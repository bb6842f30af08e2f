// A person as tokens tell of them; nobody who is locked or a draft.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

export const PersonRow = z.object({
  id: z.uuid(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Somebody has read a mail that was sent there, or the external provider said so. */
  emailVerified: z.boolean(),
  language: z.string(),
  areaName: z.string(),
  restricted: z.boolean(),
  modified: z.number(),
  sessionEnd: z.number().nullable(),
  /** Anyone who impersonates that person in this session. */
  impersonatorId: z.uuid().nullable(),
})
export type PersonRow = z.output<typeof PersonRow>

/** Arguments of json_build_object over portal_user u, area a and session s. */
export const personColumns = `
              'id', u.id,
              'userName', u.user_name,
              'firstName', u.first_name,
              'lastName', u.last_name,
              'email', u.email,
              'emailVerified', u.verified_email is not distinct from u.email,
              'language', u.language,
              'areaName', a.name,
              'restricted', u.validate_scopes,
              'modified', extract(epoch from u.modified_on)::int,
              'sessionEnd', extract(epoch from s.expires_on)::int,
              'impersonatorId', s.impersonator_id`

const PersonByIdRow = z.object({ person: PersonRow })

export const personById = async (db: Db, input: { id: string; sessionUid: string | undefined }) =>
  (
    await db.query(
      PersonByIdRow,
      `select json_build_object(${personColumns}) as person
         from portal_user u
         join area a on a.id = u.area_id
         left join session s on s.uid = $2
        where u.id = $1
          and not u.draft
          and not u.locked_by_administrator`,
      [input.id, input.sessionUid ?? null],
    )
  ).at(0)?.person
