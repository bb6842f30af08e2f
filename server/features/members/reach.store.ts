// Whom, and which tenants, somebody who acts for tenants may know of (T81): what lies elsewhere does not exist for
// them.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { IdRow } from '#server/kernel/row.ts'

const delegatedRoles = `(values ('TenantAdministrator'), ('SystemManager'), ('IdentityConsultant')) as acting (role_name)`

/** Of these tenants, those on which somebody acts. */
export const actedOn = async (db: Db, { userId, tenantIds }: { userId: string; tenantIds: readonly string[] }) =>
  new Set(
    (
      await db.query(
        IdRow,
        `select distinct t.tenant_id as id
           from ${delegatedRoles}
          cross join lateral tenants_with_portal_role($1, acting.role_name) t
          where t.tenant_id = any($2::uuid[])`,
        [userId, tenantIds],
      )
    ).map(({ id }) => id),
  )

type Acquaintance = { readonly userId: string; readonly tenantId: string; readonly identityId: string }

const KnownRow = z.object({ known: z.boolean() })

/**
 * Whether an identity is somebody's business who acts on a tenant: themselves, a member there or above, a member of any
 * tenant on which they act, anyone who is asked for there, and whom they have made.
 */
export const isKnownTo = async (db: Db, { userId, tenantId, identityId }: Acquaintance): Promise<boolean> =>
  (
    await db.query(
      KnownRow,
      `select $3::uuid = $1::uuid
           or exists (select 1
                        from tenant_path($2) p
                        join tenant_member m on m.tenant_id = p.tenant_id and m.identity_id = $3
                       where p.distance = 0
                          or m.is_inheritable)
           or exists (select 1 from operation_request o where o.identity_id = $3 and o.tenant_id = $2)
           or exists (select 1 from portal_user u where u.id = $3 and u.created_by = $1)
           or exists (select 1
                        from ${delegatedRoles}
                       cross join lateral tenants_with_portal_role($1, acting.role_name) t
                        join tenant_member m on m.tenant_id = t.tenant_id and m.identity_id = $3) as known`,
      [userId, tenantId, identityId],
    )
  ).at(0)?.known ?? false
