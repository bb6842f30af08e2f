// Where a tenant stands in the tree, in titles.
import { globalTenant } from '#contract/tenants.ts'

/** The titles of the tenants above, the root first; `tenant` is an expression of the statement. */
export const pathOf = (tenant: string) => `array(
         select above.title
           from tenant_path(${tenant}) p
           join tenant above on above.id = p.tenant_id
          where p.distance > 0
            and above.id <> '${globalTenant}'
          order by p.distance desc)`
