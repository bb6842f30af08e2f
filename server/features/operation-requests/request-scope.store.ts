// Which requests somebody sees, and which they decide: an Administrator all, an approver those of their tenants,
// everybody their own.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

/** Whose eyes. */
export type Viewer = {
  readonly id: string
  readonly administrator: boolean
  readonly companyDomains: readonly string[]
}

const role = `'TenantAdministrator'`

/** For statements about a few requests: where `me` was given the role. What `administers` looks into. */
export const assignmentsOf = (me: string) =>
  `assigned as materialized (select g.tenant_id, g.is_inheritable from portal_role_assignments(${me}::uuid, ${role}) g)`

/** From the tenant of a request `o` up, as far as the role was given; beside `assignmentsOf`. */
export const administers = ({ administrator }: Viewer) =>
  administrator
    ? 'true'
    : `exists (select 1 from tenant_path(o.tenant_id) p join assigned g on g.tenant_id = p.tenant_id and (p.distance = 0 or g.is_inheritable))`

export const sees = (viewer: Viewer, me: string) => `(o.created_by = ${me} or ${administers(viewer)})`

/** At how many tenants they decide; who decides at all of them needs no list of them. */
export type Reach = 'administrator' | 'all' | 'some' | 'none'

const ReachRow = z.object({ reach: z.enum(['all', 'some', 'none']) })

export const reachOf = async (db: Db, { id, administrator }: Viewer): Promise<Reach> => {
  if (administrator) return 'administrator'
  const [row] = await db.query(ReachRow, `select portal_role_reach($1, ${role}) as reach`, [id])
  return row?.reach ?? 'none'
}

/** For statements about all requests `o`. */
type Scope = {
  /** What stands before them. */
  readonly head: string
  readonly visible: string
  readonly decides: string
  /** Requests with `where`, those of few tenants by their tenants. */
  readonly gathered: (where: string) => string
}

const scope = (conditions: Pick<Scope, 'visible' | 'decides'>): Scope => ({
  ...conditions,
  head: '',
  gathered: (where) => `operation_request o where ${conditions.visible} and ${where}`,
})

const scopeAtSome = (me: string): Scope => {
  const mine = 'o.tenant_id in (select tenant_id from mine)'
  return {
    head: `with mine as materialized (select tenant_id from tenants_with_portal_role(${me}, ${role}))`,
    visible: `(o.created_by = ${me} or ${mine})`,
    decides: `o.created_by is distinct from ${me} and ${mine}`,
    gathered: (where) => `(
         select o.* from operation_request o where o.tenant_id = any(array(select tenant_id from mine)) and ${where}
         union all
         select o.* from operation_request o where o.created_by = ${me} and not ${mine} and ${where}) o`,
  }
}

/** `me` is a parameter. A request has a `tenant_title` from the moment that its tenant is gone. */
export const scopeOf = (reach: Reach, me: string): Scope => {
  const ofOthers = `o.created_by is distinct from ${me}`
  if (reach === 'some') return scopeAtSome(me)
  if (reach === 'administrator') return scope({ visible: 'true', decides: ofOthers })
  if (reach === 'none') return scope({ visible: `o.created_by = ${me}`, decides: 'false' })
  return scope({
    visible: `(o.tenant_title is null or o.created_by = ${me})`,
    decides: `${ofOthers} and o.tenant_title is null`,
  })
}
