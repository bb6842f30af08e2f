// What is said of a person beside their roles: whether they are from outside, and whether their account is locked.
import { z } from 'zod'
import { failuresThatLock, isLocked } from '#server/features/accounts/accounts.public.ts'
import type { Db } from '#server/kernel/context.ts'

const Flags = z.object({ external: z.boolean(), locked: z.boolean() })

/** Beside `u`; a group and anyone who is gone have none of it. */
export const flagTables = `left join lateral ${failuresThatLock} failures on true`

/** Domain-model 3: the domain of the address decides. Where the company has none, only the area tells people apart. */
export const flagColumns = (domains: string) => `coalesce(
         u.area_id in (select id from area where system and name = 'Customers')
         or (cardinality(${domains}::text[]) > 0 and lower(split_part(u.email::text, '@', 2)) <> all(${domains}::text[])), false) as external,
       coalesce(${isLocked}, false) as locked`

/** Of one that has no row to be read with. */
export const flagsOf = async (
  db: Db,
  { identityId, companyDomains }: { identityId: string; companyDomains: readonly string[] },
) =>
  (
    await db.query(Flags, `select ${flagColumns('$2')} from portal_user u ${flagTables} where u.id = $1`, [
      identityId,
      companyDomains,
    ])
  ).at(0) ?? { external: false, locked: false }
