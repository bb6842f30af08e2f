// Whom, and which tenants, somebody who acts for tenants may know of (T81): what lies elsewhere does not exist for
// them.
import type { Db } from '#server/kernel/context.ts'
import { IdRow, idsOf } from '#server/kernel/row.ts'

const delegatedRoles = `(values ('TenantAdministrator'), ('SystemManager'), ('IdentityConsultant')) as delegated (role_name)`

/** Of these tenants, those on which somebody acts. */
export const actedOn = async (db: Db, { userId, tenantIds }: { userId: string; tenantIds: readonly string[] }) =>
  new Set(
    (
      await db.query(
        IdRow,
        `select distinct t.tenant_id as id
           from ${delegatedRoles}
          cross join lateral tenants_with_portal_role($1, delegated.role_name) t
          where t.tenant_id = any($2::uuid[])`,
        [userId, tenantIds],
      )
    ).map(({ id }) => id),
  )

type Acquaintances = { readonly userId: string; readonly tenantId: string; readonly identityIds: readonly string[] }

/**
 * Of these, those that are the business of somebody who acts on a tenant: themselves, a member there or above, anyone
 * who is asked for there, whom they have made, and a member of any tenant on which they act.
 */
export const knownTo = async (db: Db, of: Acquaintances): Promise<ReadonlySet<string>> => {
  const known = new Set(await knownNearby(db, of))
  const identityIds = of.identityIds.filter((id) => !known.has(id))
  if (identityIds.length > 0) for (const id of await knownElsewhere(db, { ...of, identityIds })) known.add(id)
  return known
}

const knownNearby = async (db: Db, { userId, tenantId, identityIds }: Acquaintances) =>
  idsOf(
    await db.query(
      IdRow,
      `select id from unnest($3::uuid[]) as id where id = $1
       union
       select m.identity_id
         from tenant_path($2) p
         join tenant_member m on m.tenant_id = p.tenant_id and m.identity_id = any($3::uuid[])
        where p.distance = 0
           or m.is_inheritable
       union
       select o.identity_id from operation_request o where o.identity_id = any($3::uuid[]) and o.tenant_id = $2
       union
       select u.id from portal_user u where u.id = any($3::uuid[]) and u.created_by = $1`,
      [userId, tenantId, identityIds],
    ),
  )

const knownElsewhere = async (db: Db, { userId, identityIds }: Acquaintances) =>
  idsOf(
    await db.query(
      IdRow,
      `select distinct m.identity_id as id
         from ${delegatedRoles}
        cross join lateral tenants_with_portal_role($1, delegated.role_name) t
         join tenant_member m on m.tenant_id = t.tenant_id and m.identity_id = any($2::uuid[])`,
      [userId, identityIds],
    ),
  )

export const isKnownTo = async (
  db: Db,
  { identityId, ...of }: Omit<Acquaintances, 'identityIds'> & { readonly identityId: string },
) => (await knownTo(db, { ...of, identityIds: [identityId] })).has(identityId)
