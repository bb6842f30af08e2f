// A request as somebody sees it, with who may decide it.
import { z } from 'zod'
import { OperationRequest } from '#contract/operation-requests.ts'
import { globalTenant } from '#contract/tenants.ts'
import { isCompanyAddress } from '#server/features/sign-in/sign-in.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { IdRow } from '#server/kernel/row.ts'
import { isoTime } from '#server/lists/iso-time.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { administers, assignmentsOf, sees, type Viewer } from './request-scope.store.ts'

/** As they are called now, or were when they went: the rows keep up by themselves (migration 0041). */
export const displayName = 'o.identity_name'
export const tenantName = 'o.tenant_name'

const mostApprovers = 20

const holdersBut = (
  tenant: string,
  { role, but, most }: { role: string; but: string; most: number },
) => `(select coalesce(json_agg(json_build_object('id', p.id, 'displayName', p.name, 'email', p.email) order by p.name, p.id), '[]')
              from (select a.id, ${displayNameOf('a')} as name, a.email::text as email
                      from portal_role_holders(${tenant}, '${role}') h
                      join portal_user a on a.id = h.user_id
                     where a.id is distinct from ${but}
                     order by 2, 1
                     limit ${most}) p)`

export const holders = (tenant: string, role: string, but: string) =>
  holdersBut(tenant, { role, but, most: mostApprovers })

const Approvers = OperationRequest.shape.approvers
type Approvers = z.output<typeof Approvers>

export const RequestRow = OperationRequest.omit({ external: true, approvers: true })
export type RequestRow = z.output<typeof RequestRow>

/** Of `o`, beside `assignmentsOf`. */
export const columns = (viewer: Viewer, me: string) => `o.id,
              o.identity_id as "identityId",
              o.identity_type as "identityType",
              o.tenant_id as "tenantId",
              ${tenantName} as "tenantName",
              ${displayName} as "displayName",
              o.identity_email as email,
              ${isoTime('o.modification_date')} as "modificationDate",
              o.status,
              o.status = 'WaitingForApprover' and o.created_by is distinct from ${me} and ${administers(viewer)} as "canApprove",
              o.created_by is not distinct from ${me} as "isMine",
              o.request_type as "requestType",
              o.created_by as "createdById",
              o.created_by_display_name as "createdByDisplayName",
              ${isoTime('o.created_on')} as "createdOn",
              o.reason,
              o.note`

/** Those of some groups in which there is somebody from outside the company. */
const groupsWithExternals = async (db: Db, rows: readonly RequestRow[], { companyDomains }: Viewer) => {
  const groups = rows.filter(({ identityType }) => identityType === 'Group').map(({ identityId }) => identityId)
  if (groups.length === 0) return new Set<string>()
  const found = await db.query(
    IdRow,
    `select asked.id
       from (select distinct unnest($1::uuid[])) asked (id)
      where exists (
              select 1
                from group_membership gm
                join portal_user u on u.id = gm.user_id and not u.draft
               where gm.group_id = asked.id
                 and lower(split_part(u.email::text, '@', -1)) <> all($2::text[]))`,
    [groups, companyDomains],
  )
  return new Set(found.map(({ id }) => id))
}

const isExternal = (
  { identityType, identityId, email }: RequestRow,
  { viewer: { companyDomains }, groups }: { viewer: Viewer; groups: ReadonlySet<string> },
) => (identityType === 'Group' ? groups.has(identityId) : email !== null && !isCompanyAddress(email, companyDomains))

const TenantApproversRow = z.object({ tenantId: z.uuid(), all: Approvers })
const ApproversRow = z.object({ all: Approvers })

/** Each tenant once. One more than are shown: one of them may be the person who asked. */
const approversAt = async (db: Db, tenantIds: readonly string[]): Promise<ReadonlyMap<string, Approvers>> => {
  const role = { role: 'TenantAdministrator', but: 'null::uuid', most: mostApprovers + 1 }
  const rows = await db.query(
    TenantApproversRow,
    `select t.id as "tenantId", ${holdersBut('t.id', role)} as all from unnest($1::uuid[]) as t (id)`,
    [tenantIds],
  )
  return new Map(rows.map(({ tenantId, all }) => [tenantId, all]))
}

const administratorsOf = async (db: Db): Promise<Approvers> => {
  const role = { role: 'Administrator', but: 'null::uuid', most: mostApprovers + 1 }
  const [others] = await db.query(ApproversRow, `select ${holdersBut(`'${globalTenant}'`, role)} as all`)
  return others?.all ?? []
}

/** Those who administer the tenant, or else Administrators (A-130); nobody decides what they asked for. */
export const withApprovers = async (
  db: Db,
  rows: readonly RequestRow[],
  viewer: Viewer,
): Promise<OperationRequest[]> => {
  if (rows.length === 0) return []
  const at = await approversAt(db, [...new Set(rows.map(({ tenantId }) => tenantId))])
  const but = (all: Approvers, { createdById }: RequestRow) =>
    all.filter(({ id }) => id !== createdById).slice(0, mostApprovers)
  const found = rows.map((row) => ({ row, approvers: but(at.get(row.tenantId) ?? [], row) }))
  const others = found.some(({ approvers }) => approvers.length === 0) ? await administratorsOf(db) : []
  const groups = await groupsWithExternals(db, rows, viewer)
  return found.map(({ row, approvers }) => ({
    ...row,
    approvers: approvers.length > 0 ? approvers : but(others, row),
    external: isExternal(row, { viewer, groups }),
  }))
}

/** Undefined for anyone who may not see it as well. */
export const requestFor = async (db: Db, id: string, viewer: Viewer) => {
  const rows = await db.query(
    RequestRow,
    `with ${assignmentsOf('$2')}
     select ${columns(viewer, '$2::uuid')}
       from operation_request o
      where o.id = $1
        and ${sees(viewer, '$2::uuid')}`,
    [id, viewer.id],
  )
  return (await withApprovers(db, rows, viewer)).at(0)
}
