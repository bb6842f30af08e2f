// The profile as its owner reads it.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

export const ProfileRow = z.object({
  id: z.uuid(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  language: z.string(),
  areaName: z.string(),
  modifiedOn: z.date(),
  avatarVersion: z.string().nullable(),
})
export type ProfileRow = z.output<typeof ProfileRow>

export const profileOf = async (db: Db, userId: string) =>
  (
    await db.query(
      ProfileRow,
      `select u.id,
              u.user_name as "userName",
              u.first_name as "firstName",
              u.last_name as "lastName",
              u.email,
              u.language,
              a.name as "areaName",
              u.modified_on as "modifiedOn",
              p.version as "avatarVersion"
         from portal_user u
         join area a on a.id = u.area_id
         left join avatar p on p.user_id = u.id
        where u.id = $1`,
      [userId],
    )
  ).at(0)
