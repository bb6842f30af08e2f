// The profile as its owner reads it.
import { z } from 'zod'
import { Company } from '#contract/profile.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { byPlace, gatheredCalls, perDatabase, unseen } from '#server/kernel/gathered-calls.ts'

const ProfileRow = z.object({
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

const LanguageRow = z.object({ language: z.string() })
type LanguageRow = z.output<typeof LanguageRow>

const PlacedLanguage = LanguageRow.extend({ place: z.int() })

const languages = perDatabase((db) =>
  gatheredCalls<string, LanguageRow>(async (userIds) =>
    byPlace(
      userIds.length,
      await db.query(
        PlacedLanguage,
        `select asked.place::integer as place, u.language
           from unnest(${unseen('$1::uuid[]')}) with ordinality asked (id, place)
           join portal_user u on u.id = asked.id`,
        [userIds],
      ),
    ),
  ),
)

/** What applications ask for with every page of theirs: nothing else is read, and for several people at once. */
export const languageOf = async ({ short }: Reads, userId: string) => (await languages(short)(userId))?.language

const mostCompanies = 1000

const CompanyRow = Company.extend({ count: z.int() })

/** Of the user and of the user's groups; Global is no company. */
export const companiesOf = async (db: Db, userId: string) => {
  const rows = await db.query(
    CompanyRow,
    `with mine as (
       select $1::uuid as id
        union
       select group_id
         from group_membership
        where user_id = $1)
     select t.id,
            t.title,
            count(*) over ()::int as count
       from tenant t
      where t.id <> $2
        and exists (
            select 1
              from tenant_member m
              join mine on mine.id = m.identity_id
             where m.tenant_id = t.id
               and m.identity_type <> 'Unknown')
      order by t.title, t.id
      limit $3`,
    [userId, globalTenant, mostCompanies],
  )
  return { items: rows.map(({ id, title }) => ({ id, title })), count: rows[0]?.count ?? 0 }
}
