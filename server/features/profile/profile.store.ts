// The profile as its owner reads it.
import type { Db } from '#server/kernel/context.ts'

export type ProfileRow = {
  id: string
  userName: string
  firstName: string
  lastName: string
  email: string
  language: string
  areaName: string
  modifiedOn: Date
}

export const profileOf = async (db: Db, userId: string) =>
  (
    await db.query<ProfileRow>(
      `select u.id,
              u.user_name as "userName",
              u.first_name as "firstName",
              u.last_name as "lastName",
              u.email,
              u.language,
              a.name as "areaName",
              u.modified_on as "modifiedOn"
         from portal_user u
         join area a on a.id = u.area_id
        where u.id = $1`,
      [userId],
    )
  ).at(0)
