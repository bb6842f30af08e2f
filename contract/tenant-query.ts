// Which tenants are asked for.
import { z } from 'zod'
import { filterOf, flag, listQuery } from './kernel/page.ts'

/** What is no id is nobody's. */
const ids = z
  .union([z.string().transform((list) => list.split(',')), z.array(z.string())])
  .transform((listed) =>
    [...new Set(listed.map((id) => id.trim()).filter((id) => z.uuid().safeParse(id).success))].slice(0, 1_000),
  )
  .optional()

const ofList = { creation: filterOf(z.enum(['Auto', 'Manual'])), isUserCustomized: flag }

export const TenantListQuery = listQuery({
  ...ofList,
  includeHierarchy: flag,
  /** On the page whatever the paging: those that it lacks follow its rows. Up to 1,000 rows a page. */
  includeIds: ids,
})

export type TenantListQuery = z.output<typeof TenantListQuery>

export const TenantExportQuery = listQuery(ofList)

export const ChildrenQuery = listQuery({ includeIds: ids })

export const OfTenant = z.object({ tenantId: z.uuid() })
