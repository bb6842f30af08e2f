// What a preview calls those whom it names.
import type { Db } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/lists/people.ts'

export type PersonRow = { id: string; displayName: string; userName: string; email: string }
export type RoleRow = {
  id: string
  name: string
  applicationId: number
  applicationName: string
  applicationTitle: string
}

type Named = {
  readonly people: readonly string[]
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  readonly tenants: readonly string[]
}

export const namesOf = async (db: Db, { people, roles, groups, tenants }: Named) => ({
  people: await db.query<PersonRow>(
    `select id, ${displayNameOf('portal_user')} as "displayName", user_name as "userName", email from portal_user where id = any($1::uuid[])`,
    [people],
  ),
  roles: await db.query<RoleRow>(
    `select r.id, r.name, a.id as "applicationId", a.name as "applicationName", a.display_name as "applicationTitle" from role r join application a on a.id = r.application_id where r.id = any($1::uuid[])`,
    [roles],
  ),
  groups: await db.query<{ id: string; name: string }>(`select id, name from user_group where id = any($1::uuid[])`, [
    groups,
  ]),
  tenants: await db.query<{ id: string; title: string }>(`select id, title from tenant where id = any($1::uuid[])`, [
    tenants,
  ]),
})
