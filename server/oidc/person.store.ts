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

type Shape = typeof PersonRow.shape
type NullableShape = { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> }

/** The same where there may be nobody: nulls then, or what stands in the session. */
export const PersonOrNobody = z.object(
  Object.fromEntries(
    Object.entries(PersonRow.shape).map(([name, value]) => [name, z.nullable(value)]),
  ) as NullableShape,
)

/** Over portal_user u, area a and session s. Columns, as one JSON of them costs PostgreSQL more. */
export const personColumns = `
              u.id,
              u.user_name as "userName",
              u.first_name as "firstName",
              u.last_name as "lastName",
              u.email,
              u.verified_email is not distinct from u.email as "emailVerified",
              u.language,
              a.name as "areaName",
              u.validate_scopes as restricted,
              extract(epoch from u.modified_on)::int as modified,
              extract(epoch from s.expires_on)::int as "sessionEnd",
              s.impersonator_id as "impersonatorId"`

/** Written out: this is done with every call that brings a token. */
export const personIn = (row: z.output<typeof PersonOrNobody>): PersonRow | null => {
  if (row.id === null) return null
  const { id, userName, firstName, lastName, email, emailVerified, language, areaName, restricted, modified } =
    row as PersonRow
  const { sessionEnd, impersonatorId } = row
  return {
    id,
    userName,
    firstName,
    lastName,
    email,
    emailVerified,
    language,
    areaName,
    restricted,
    modified,
    sessionEnd,
    impersonatorId,
  }
}

export const personById = async (db: Db, input: { id: string; sessionUid: string | undefined }) =>
  (
    await db.query(
      PersonRow,
      `select ${personColumns}
         from portal_user u
         join area a on a.id = u.area_id
         left join session s on s.uid = $2
        where u.id = $1
          and not u.draft
          and not u.locked_by_administrator`,
      [input.id, input.sessionUid ?? null],
    )
  ).at(0)
