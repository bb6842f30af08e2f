// One user with everything that is derived of it (R3.7-02).
import { z } from 'zod'
import { User } from '#contract/users.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { itemColumns, itemTables } from './user-list.store.ts'

export const UserRow = User.omit({ missingRole: true }).extend({
  modifiedOn: z.date(),
  createdOn: z.date(),
  lastLoginOn: z.date().nullable(),
  invitedOn: z.date().nullable(),
  passwordExpiresOn: z.date().nullable(),
})
export type UserRow = z.output<typeof UserRow>

const mostTenants = 1_000

const columns = `${itemColumns},
              u.language,
              u.area_id as "areaId",
              u.job_title as "jobTitle",
              u.manager,
              u.teams,
              u.phone_number as "phoneNumber",
              u.internal_category as "internalCategory",
              u.created_on as "createdOn",
              greatest(u.last_login_on, (select max(s.started_on) from session s where s.user_id = u.id and s.impersonator_id is null)) as "lastLoginOn",
              (select s.provider from session s where s.user_id = u.id order by s.started_on desc limit 1) as "lastLoginProvider",
              u.invited_on as "invitedOn",
              case when u.password_expired then u.password_changed_on
                   when $2::integer > 0 then u.password_changed_on + make_interval(days => $2::integer) end as "passwordExpiresOn",
              needs_second_factor(u.id) as "secondFactor",
              exists (select 1 from authenticator_app a where a.user_id = u.id)
              or exists (select 1 from passkey p where p.user_id = u.id) as "hasAuthenticators",
              (select coalesce(json_agg(json_build_object('name', held.name, 'isGlobal', held.global, 'applications', held.applications) order by held.name), '[]')
                 from (select own.name,
                              bool_or(own.global) as global,
                              json_agg(json_build_object('title', own.title, 'isGlobal', own.global) order by own.title) as applications
                         from (select r.name,
                                      a.display_name as title,
                                      bool_or(m.tenant_id = '00000000-0000-0000-0000-000000000000') as global
                                 from tenant_member m
                                 join current_role_assignment mr on mr.member_id = m.id
                                 join role r on r.id = mr.role_id
                                 join application a on a.id = r.application_id
                                where m.identity_id = u.id
                                group by r.name, a.display_name) own
                        group by own.name) held) as roles,
              (select coalesce(json_agg(json_build_object('id', own.id, 'title', own.title) order by own.title, own.id), '[]')
                 from (select t.id, t.title
                         from tenant_member m
                         join tenant t on t.id = m.tenant_id
                        where m.identity_id = u.id
                          and t.id <> '00000000-0000-0000-0000-000000000000'
                        order by t.title, t.id
                        limit ${mostTenants}) own) as tenants,
              exists (select 1
                        from operation_request o
                       where o.identity_id = u.id
                         and o.status = 'WaitingForApprover') as "hasPendingOperationRequest"`

/** `maxAgeDays`: when a password expires; 0: never. */
export const userById = async (db: Db, { id, maxAgeDays }: { id: string; maxAgeDays: number }) =>
  (
    await db.query(
      UserRow,
      `select ${columns}
         from ${itemTables}
        where u.id = $1`,
      [id, maxAgeDays],
    )
  ).at(0)

export const StoredUser = z.object({
  id: z.uuid(),
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  areaId: z.uuid(),
  language: z.string(),
  draft: z.boolean(),
  validateScopes: z.boolean(),
  jobTitle: z.string().nullable(),
  manager: z.string().nullable(),
  teams: z.array(z.string()),
  phoneNumber: z.string().nullable(),
  internalCategory: z.string().nullable(),
  modifiedOn: z.date(),
  isCustomer: z.boolean(),
})
export type StoredUser = z.output<typeof StoredUser>

/** What is kept of a user, held until the transaction ends. */
export const lockUser = async (db: Db, id: string) =>
  (
    await db.query(
      StoredUser,
      `select u.id,
              u.user_name as "userName",
              u.email,
              u.first_name as "firstName",
              u.last_name as "lastName",
              u.area_id as "areaId",
              u.language,
              u.draft,
              u.validate_scopes as "validateScopes",
              u.job_title as "jobTitle",
              u.manager,
              u.teams,
              u.phone_number as "phoneNumber",
              u.internal_category as "internalCategory",
              u.modified_on as "modifiedOn",
              a.system and a.name = 'Customers' as "isCustomer"
         from portal_user u
         join area a on a.id = u.area_id
        where u.id = $1
          for update of u`,
      [id],
    )
  ).at(0)

const DraftRow = StoredUser.pick({ id: true, areaId: true })

const draftsSql = `select id, area_id as "areaId" from portal_user where id = any($1::uuid[]) and draft order by id`

export const draftsOf = (db: Db, ids: readonly string[]) => db.query(DraftRow, draftsSql, [ids])

/** Held until the transaction ends. Anyone who is none never becomes one again. */
export const lockDrafts = (tx: Tx, ids: readonly string[]) => tx.query(DraftRow, `${draftsSql} for update`, [ids])

/** R5.2-10: jobTitle, manager and teams belong to the area Customers. */
export const isCustomersArea = async (db: Db, areaId: string) =>
  (await db.execute(`select 1 as found from area where id = $1 and system and name = 'Customers'`, [areaId])) > 0
