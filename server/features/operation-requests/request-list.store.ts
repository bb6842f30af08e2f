// How requests are read: by those who may see them, each with who may decide it.
import { z } from 'zod'
import { OperationRequest, RequestStatus } from '#contract/operation-requests.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import { globalTenant } from '#contract/tenants.ts'
import { isCompanyAddress } from '#server/features/sign-in/sign-in.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { isoTime } from '#server/lists/iso-time.ts'
import { type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { displayNameOf } from '#server/lists/people.ts'

/** Whose eyes: an Administrator sees all of them. */
export type Viewer = {
  readonly id: string
  readonly administrator: boolean
  readonly companyDomains: readonly string[]
}
export type RequestQuery = ListQuery & {
  status?: string | undefined
  tenantId?: string | null | undefined
  decidable?: boolean | undefined
}

export const displayName = `coalesce(${displayNameOf('u')}, g.name::text, o.identity_name)`
export const tenantName = `coalesce(t.title, o.tenant_title, '')`

export const tables = `operation_request o
       left join tenant t on t.id = o.tenant_id
       left join portal_user u on u.id = o.identity_id
       left join user_group g on g.id = o.identity_id`

const shape: ListShape = {
  fields: {
    id: { sql: 'o.id', type: 'uuid' },
    identityId: { sql: 'o.identity_id', type: 'uuid' },
    identityType: { sql: 'o.identity_type', type: 'text' },
    tenantId: { sql: 'o.tenant_id', type: 'uuid' },
    tenantName: { sql: tenantName, type: 'text' },
    displayName: { sql: displayName, type: 'text' },
    email: { sql: `coalesce(u.email::text, o.identity_email)`, type: 'text' },
    modificationDate: { sql: 'o.modification_date', type: 'time' },
    status: { sql: 'o.status', type: 'text' },
    requestType: { sql: 'o.request_type', type: 'text' },
    createdById: { sql: 'o.created_by', type: 'uuid' },
    createdByDisplayName: { sql: 'o.created_by_display_name', type: 'text' },
    createdOn: { sql: 'o.created_on', type: 'time' },
    reason: { sql: 'o.reason', type: 'text', shownOnly: true },
    note: { sql: 'o.note', type: 'text', shownOnly: true },
    approvers: { sql: 'o.id', type: 'uuid', shownOnly: true },
    canApprove: { sql: 'o.id', type: 'uuid', shownOnly: true },
    isMine: { sql: 'o.id', type: 'uuid', shownOnly: true },
    external: { sql: 'o.id', type: 'uuid', shownOnly: true },
  },
  order: 'modificationDate desc',
  key: 'o.id',
  search: `folded(${displayName} || ' ' || coalesce(u.email::text, o.identity_email, '') || ' ' || ${tenantName} || ' ' || o.created_by_display_name)`,
}

export const administered = (me: string) =>
  `o.tenant_id in (select tenant_id from tenants_with_portal_role(${me}, 'TenantAdministrator'))`

const mostApprovers = 20

export const holders = (
  tenant: string,
  role: string,
  but: string,
) => `(select coalesce(json_agg(json_build_object('id', p.id, 'displayName', p.name, 'email', p.email) order by p.name, p.id), '[]')
              from (select a.id, ${displayNameOf('a')} as name, a.email::text as email
                      from portal_role_holders(${tenant}, '${role}') h
                      join portal_user a on a.id = h.user_id
                     where a.id is distinct from ${but}
                     order by 2, 1
                     limit ${mostApprovers}) p)`

const Approvers = OperationRequest.shape.approvers

type Approvers = z.output<typeof Approvers>

const RequestRow = OperationRequest.omit({ external: true })

type RequestRow = z.output<typeof RequestRow>

const columns = ({ administrator }: Viewer, me: string) => `o.id,
              o.identity_id as "identityId",
              o.identity_type as "identityType",
              o.tenant_id as "tenantId",
              ${tenantName} as "tenantName",
              ${displayName} as "displayName",
              coalesce(u.email::text, o.identity_email) as email,
              ${isoTime('o.modification_date')} as "modificationDate",
              o.status,
              ${holders('o.tenant_id', 'TenantAdministrator', 'o.created_by')} as approvers,
              o.status = 'WaitingForApprover' and o.created_by is distinct from ${me} and ${administrator ? 'true' : administered(me)} as "canApprove",
              o.created_by is not distinct from ${me} as "isMine",
              o.request_type as "requestType",
              o.created_by as "createdById",
              o.created_by_display_name as "createdByDisplayName",
              ${isoTime('o.created_on')} as "createdOn",
              o.reason,
              o.note`

const isExternal = ({ identityType, email }: RequestRow, { companyDomains }: Viewer) =>
  identityType === 'User' && email !== null && !isCompanyAddress(email, companyDomains)

const ApproversRow = z.object({ all: Approvers })

/** Those who administer the tenant, or else Administrators (A-130); nobody decides what they asked for. */
const shown = async (db: Db, rows: readonly RequestRow[], viewer: Viewer): Promise<OperationRequest[]> => {
  const [others] = rows.some(({ approvers }) => approvers.length === 0)
    ? await db.query(ApproversRow, `select ${holders(`'${globalTenant}'`, 'Administrator', 'null::uuid')} as all`)
    : []
  const administrators = ({ createdById }: RequestRow) => (others?.all ?? []).filter(({ id }) => id !== createdById)
  return rows.map((row) => ({
    ...row,
    approvers: row.approvers.length > 0 ? row.approvers : administrators(row),
    external: isExternal(row, viewer),
  }))
}

const select = (viewer: Viewer, me: string) => `select ${columns(viewer, me)}
         from ${tables}`

const CountsRow = z.object({ status: RequestStatus, count: z.number(), decidable: z.number() })

type Scope = { readonly visible: string; readonly decides: string }

/** What the caller sees, and what of it is theirs to decide. */
export const scopeOf = ({ administrator }: Viewer, me: string): Scope => ({
  visible: administrator ? `${me}::uuid is not null` : `(o.created_by = ${me} or ${administered(me)})`,
  decides: `o.created_by is distinct from ${me}${administrator ? '' : ` and ${administered(me)}`}`,
})

const waits = `o.status = 'WaitingForApprover'`

export const listRequests = async (db: Db, query: RequestQuery, viewer: Viewer) => {
  let me = ''
  const conditions = (one: { status?: string | undefined; decidable?: boolean | undefined }) =>
    listSql(shape, query, (value) => {
      me = value(viewer.id)
      const { visible, decides } = scopeOf(viewer, me)
      return [
        visible,
        one.status && `o.status = ${value(one.status)}`,
        one.decidable ? `${waits} and ${decides}` : undefined,
        query.tenantId ? `o.tenant_id = ${value(query.tenantId)}` : undefined,
      ]
    })
  const { where, order, page, pageValues } = conditions(query)
  const rows = await db.query(
    RequestRow,
    `${unprepared} ${select(viewer, me)} where ${where} order by ${order} ${page}`,
    pageValues,
  )
  const all = conditions({})
  const counted = await db.query(
    CountsRow,
    `${unprepared} select o.status,
              count(*) as count,
              count(*) filter (where ${waits} and ${scopeOf(viewer, me).decides}) as decidable
         from ${tables}
        where ${all.where}
        group by o.status`,
    all.values,
  )
  return { items: await shown(db, rows, viewer), ...totals(counted, query) }
}

const totals = (counted: readonly z.output<typeof CountsRow>[], { status, decidable }: RequestQuery) => {
  const of = (name: string) => counted.find((row) => row.status === name)?.count ?? 0
  const mayDecide = counted.reduce((sum, row) => sum + row.decidable, 0)
  const counts = {
    WaitingForApprover: of('WaitingForApprover'),
    Applied: of('Applied'),
    Rejected: of('Rejected'),
    RollBack: of('RollBack'),
    Cancelled: of('Cancelled'),
  }
  const shownOf = status ? of(status) : counted.reduce((sum, row) => sum + row.count, 0)
  return { counts, decidable: mayDecide, count: decidable ? mayDecide : shownOf }
}

/** Undefined for anyone who may not see it as well. */
export const requestFor = async (db: Db, id: string, viewer: Viewer) => {
  const rows = await db.query(
    RequestRow,
    `${select(viewer, '$2::uuid')} where o.id = $1 and ${viewer.administrator ? 'true' : `(o.created_by = $2 or ${administered('$2::uuid')})`}`,
    [id, viewer.id],
  )
  return (await shown(db, rows, viewer)).at(0)
}
