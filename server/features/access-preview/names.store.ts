// What a preview calls those whom it names.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { unseenIfFew } from '#server/kernel/gathered-calls.ts'
import { arrayOf } from './id-lists.store.ts'
import { displayNameOf } from '#server/lists/people.ts'

const PersonRow = z.object({ id: z.uuid(), displayName: z.string(), userName: z.string(), email: z.string() })

const RoleRow = z.object({
  id: z.uuid(),
  name: z.string(),
  applicationId: z.number(),
  applicationName: z.string(),
  applicationTitle: z.string(),
})

type IdsByKind = {
  readonly people: readonly string[]
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  readonly tenants: readonly string[]
}

const GroupRow = z.object({ id: z.uuid(), name: z.string() })

const TenantRow = z.object({ id: z.uuid(), title: z.string() })

/** Of one person or many, as a change names them. */
const among = (ids: readonly string[]) => `id = any(${unseenIfFew(ids)('$1::uuid[]')})`

export const namesOf = async (db: Db, asked: IdsByKind) => {
  const [people, roles, groups, tenants] = await Promise.all([
    db.query(
      PersonRow,
      `select id, ${displayNameOf('portal_user')} as "displayName", user_name as "userName", email from portal_user where ${among(asked.people)}`,
      [arrayOf(asked.people)],
    ),
    db.query(
      RoleRow,
      `select r.id, r.name, a.id as "applicationId", a.name as "applicationName", a.display_name as "applicationTitle" from role r join application a on a.id = r.application_id where r.${among(asked.roles)}`,
      [asked.roles],
    ),
    db.query(GroupRow, `select id, name from user_group where ${among(asked.groups)}`, [asked.groups]),
    db.query(TenantRow, `select id, title from tenant where ${among(asked.tenants)}`, [asked.tenants]),
  ])
  return { people, roles, groups, tenants }
}
