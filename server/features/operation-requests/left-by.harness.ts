// All that deciding a request leaves behind, to be compared with what another way of deciding the same leaves.
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { zeroTenant } from '#server/spec/testing/tenants.ts'
import type { RequestCase } from './decision-kinds.harness.ts'

const left: Readonly<Record<string, string>> = {
  request: `select o.status, o.reason, o.version, o.decided_by, o.requested_roles from operation_request o join made on made.id = o.id`,
  history: `select h.request_type, h.status, h.reason, h.email from operation_request_history h join made on made.id = h.request_id order by h.status`,
  members: `select m.is_inheritable, m.inheritable_by, m.inheritable_on is not null as turned, m.created_by
              from tenant_member m join made on made.identity_id = m.identity_id and made.tenant_id = m.tenant_id`,
  roles: `select g.role_id, g.granted_by, g.request_id, g.ends_on is null as endless
            from tenant_member m join made on made.identity_id = m.identity_id and made.tenant_id = m.tenant_id
            join role_assignment g on g.member_id = m.id order by g.role_id`,
  account: `select u.draft, u.invited_on is not null as invited from portal_user u join made on made.identity_id = u.id`,
  events: `select e.type, e.operation, e.tenant_id, e.actor_id, e.before, e.after
             from (select * from audit_event where actor_kind = 'user') e join made on true
            where e.subject = made.id::text
               or (e.subject = made.identity_id::text and e.type <> 'notification.sent')
               or (coalesce(e.after, e.before) ->> 'identityId' = made.identity_id::text and coalesce(e.after, e.before) ->> 'tenantId' = made.tenant_id::text)
            order by e.id`,
}
const ofOne = `with made as (select $1::uuid as id, $2::uuid as identity_id, $3::uuid as tenant_id)`
const told = `select description, data, type from notification where user_id = any($1::uuid[]) order by description`

/** Everything that deciding it wrote and told, with names in the place of ids. */
export const leftBy = async (
  portico: TestPortico,
  { id, identityId, tenantId, creator, called, toldApart }: RequestCase,
) => {
  const all: Record<string, unknown> = {}
  for (const [name, sql] of Object.entries(left))
    all[name] = await portico.database.query(`${ofOne} ${sql}`, [id, identityId, tenantId])
  if (toldApart) {
    all['told'] = await portico.database.query(told, [[identityId, creator.id]])
    all['mails'] = portico.mails
      .filter(({ to }) => to.address in called)
      .map(({ to, subject }) => `${called[to.address]}: ${subject}`)
      .toSorted()
  }
  const text = Object.entries(called).reduce((so, [value, name]) => so.replaceAll(value, name), JSON.stringify(all))
  return JSON.parse(
    text
      .replaceAll(zeroTenant, 'global')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'another')
      .replace(/\d{4}-\d\d-\d\dT[^"]+/g, 'a time'),
  ) as unknown
}
