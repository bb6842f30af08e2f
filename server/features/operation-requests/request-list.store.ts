// The list of requests, made for a hundred thousand of them: its counts first, which say how its page is looked for.
import { RequestStatus } from '#contract/operation-requests.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListField, type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { nearerEnd } from '#server/lists/nearer-end.ts'
import { columns, displayName, RequestRow, tenantName, withApprovers } from './request-items.store.ts'
import { countsOfAll, StatusCount } from './request-counts.store.ts'
import { assignmentsOf, type Reach, reachOf, scopeOf, type Viewer } from './request-scope.store.ts'

type RequestQuery = ListQuery & {
  status?: string | undefined
  tenantId?: string | null | undefined
  decidable?: boolean | undefined
}

/** The tenants first, of which there are fewer. One that is gone is called as its requests call it. */
const tenantsLike = (pattern: string) => `
       select t.id from tenant t where t.title collate "default" ilike ${pattern}
       union all
       select g.tenant_id from operation_request g where g.tenant_title is not null and g.tenant_name ilike ${pattern}`

/** `is true` keeps it a look into a table of ids, request by request; an array is looked for in the tenants' index. */
const tenantNameOf = ({ gathers }: { gathers: boolean }): ListField => ({
  sql: tenantName,
  type: 'text',
  like: (pattern, { must }) =>
    must && gathers
      ? `o.tenant_id = any(array(${tenantsLike(pattern)}))`
      : `((o.tenant_id in (${tenantsLike(pattern)})) is true)`,
})

const shapeOf = ({ gathers }: { gathers: boolean }): ListShape => ({
  fields: {
    id: { sql: 'o.id', type: 'uuid' },
    identityId: { sql: 'o.identity_id', type: 'uuid' },
    identityType: { sql: 'o.identity_type', type: 'text' },
    tenantId: { sql: 'o.tenant_id', type: 'uuid' },
    tenantName: tenantNameOf({ gathers }),
    displayName: { sql: displayName, type: 'text' },
    email: { sql: 'o.identity_email', type: 'text' },
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
  search: 'o.search_text',
  pairs: gathers,
})

const waits = `o.status = 'WaitingForApprover'`
const me = '$1::uuid'

type RequestListViewer = { readonly viewer: Viewer; readonly reach: Reach }

/**
 * Whether those that a search or a filter finds are gathered first by the indexes for it. Who sees few requests has
 * them sooner by their tenants, or by who asked.
 */
const mayGather = ({ tenantId }: RequestQuery, reach: Reach) =>
  !tenantId && (reach === 'administrator' || reach === 'all')

type RequestListContext = RequestListViewer & { readonly gathers: boolean }

const sqlOf = (query: RequestQuery, { viewer, reach, gathers }: RequestListContext) => {
  const scope = scopeOf(reach, me)
  const { status, decidable, tenantId } = query
  const sql = listSql(shapeOf({ gathers }), query, (value) => [
    `${value(viewer.id)}::uuid is not null`,
    status && `o.status = ${value(status)}`,
    decidable ? `${waits} and ${scope.decides}` : undefined,
    tenantId ? `o.tenant_id = ${value(tenantId)}` : undefined,
  ])
  return { scope, sql }
}

const statuses = RequestStatus.options
const countOf = (name: RequestStatus) =>
  `('${name}', c."${name}", ${name === 'WaitingForApprover' ? 'c.decidable' : '0'})`

/** Of each status with this search, whatever status is asked for. */
const countsOf = async (db: Db, query: RequestQuery, seeing: RequestListViewer): Promise<readonly StatusCount[]> => {
  const { viewer, reach } = seeing
  const narrowed = query.search?.trim() || query.filter || query.tenantId
  if (!narrowed && (reach === 'administrator' || reach === 'all')) return countsOfAll(db, viewer.id, reach)
  const all = { ...query, status: undefined, decidable: undefined }
  const { scope, sql } = sqlOf(all, { ...seeing, gathers: mayGather(query, reach) })
  return db.query(
    StatusCount,
    `${unprepared} ${scope.head}
     select s.status, s.count, s.decidable
       from (select ${statuses.map((name) => `count(*) filter (where o.status = '${name}') as "${name}"`).join(', ')},
                    count(*) filter (where ${waits} and ${scope.decides}) as decidable
               from ${scope.gathered(sql.where)}) c
      cross join lateral (values ${statuses.map(countOf).join(', ')}) s (status, count, decidable)`,
    sql.values,
  )
}

const fewFound = 5_000

/** First the ids of the page, from an index alone where most are seen; then what is shown of them. */
const pageOf = async (db: Db, query: RequestQuery, { count, ...seeing }: RequestListViewer & { count: number }) => {
  // Where many are found the next one comes by soon enough in an order that stands.
  const few = count <= fewFound
  const { scope, sql } = sqlOf(query, { ...seeing, gathers: few && mayGather(query, seeing.reach) })
  const page = nearerEnd(sql, { skip: query.skip, take: query.take, count })
  if (!page) return []
  const from = few ? scope.gathered(sql.where) : `operation_request o where ${scope.visible} and ${sql.where}`
  return db.query(
    RequestRow,
    `${unprepared} ${scope.head ? `${scope.head},` : 'with'} ${assignmentsOf(me)}
     select ${columns(seeing.viewer, me)}
       from (select o.id from ${from} order by ${page.order} ${sql.page}) chosen
       join operation_request o on o.id = chosen.id
      order by ${sql.order}`,
    page.values,
  )
}

export const listRequests = async (db: Db, query: RequestQuery, viewer: Viewer) => {
  const seeing = { viewer, reach: await reachOf(db, viewer) }
  const counted = totals(await countsOf(db, query, seeing), query)
  const rows = await pageOf(db, query, { ...seeing, count: counted.count })
  return { items: await withApprovers(db, rows, viewer), ...counted }
}

const totals = (counted: readonly StatusCount[], { status, decidable }: RequestQuery) => {
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
