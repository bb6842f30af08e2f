// What two calls answered and left behind, in words that do not depend on ids, times or who was made first: two
// outcomes are equal where nobody could tell them apart.
import type { TestPortico } from '#server/spec/testing/portico.ts'
import type { Target } from '../attacks/target.ts'
import { stateOf } from '../attacks/target-state.ts'

const beyond = `select jsonb_build_object(
  'tenants', array(select to_jsonb(t) from tenant t where t.id = $1::uuid or t.parent_id = $1::uuid or t.id = $6::uuid or t.area_id = $4::uuid order by t.title),
  'groupsOfArea', array(select to_jsonb(g.name) from user_group g where g.area_id = $4::uuid order by g.name),
  'usersOfArea', array(select to_jsonb(u.user_name) from portal_user u where u.area_id = $4::uuid order by u.user_name),
  'rowsAtTenant', array(select to_jsonb(m.identity_type) || to_jsonb(array(select r.name from role_assignment g join role r on r.id = g.role_id where g.member_id = m.id order by r.name))
                          from tenant_member m where m.tenant_id = $1::uuid order by m.identity_type, m.identity_id = $2::uuid),
  'requests', array(select to_jsonb(r.status) || to_jsonb(r.identity_type) || to_jsonb(cardinality(r.requested_roles)) from operation_request r where r.tenant_id = $1::uuid order by r.identity_type, r.status, cardinality(r.requested_roles)),
  'tokens', array(select to_jsonb(k.name) from access_token k where k.application_id = $5::int order by k.name),
  'sessions', (select count(*) from session s where s.user_id = $2::uuid),
  'authenticators', array(select to_jsonb(a.confirmed_on is not null) from authenticator_app a where a.user_id = $2::uuid)
                    || array(select to_jsonb(p.name) from passkey p where p.user_id = $2::uuid order by p.name),
  'nobodys', (select count(*) from tenant_member m
               where (m.identity_type = 'User' and not exists (select 1 from portal_user u where u.id = m.identity_id))
                  or (m.identity_type = 'Group' and not exists (select 1 from user_group g where g.id = m.identity_id))),
  'events', array(select f.type from audit_event f where f.actor_kind = 'user' and (f.subject in ($1::text, $2::text, $3::text, $4::text, $5::text, $7::text, $8::text) or f.tenant_id = $1::uuid) order by f.type)
) as state`

const stateBeyond = async ({ database }: TestPortico, target: Target) => {
  const { tenantId, person, groupId, areaId, application, removedId, memberId, requestId } = target
  const values = [tenantId, person.id, groupId, areaId, application.id, removedId, memberId, requestId]
  return (await database.query<{ state: unknown }>(beyond, values))[0]?.state
}

/** Each id by what it is of; every other id, time and secret by its kind. */
const plain = (value: unknown, target: Target, short: string): unknown => {
  const names: [string, string][] = [
    [target.person.id, 'PERSON'],
    [target.areaId, 'AREA'],
    [target.groupId, 'GROUP'],
    [target.application.roleId, 'ROLE'],
    [target.tenantId, 'TENANT'],
    [target.keyId, 'KEY'],
    [target.notificationId, 'NOTIFICATION'],
    [target.processId, 'PROCESS'],
    [target.scopedPermissionId, 'SCOPED'],
    [target.memberId, 'MEMBER'],
    [target.requestId, 'REQUEST'],
    [target.removedId, 'REMOVED'],
    [target.person.userName.replace('target-', ''), 'SHORT'],
    [target.application.name.replace('target-', ''), 'SHORT'],
    [short, 'NEW'],
  ]
  let text = JSON.stringify(value) ?? ''
  for (const [id, name] of names) text = text.replaceAll(id, name)
  text = text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME')
    .replaceAll(/"(id|applicationId|application_id|eventId|version|audit_event)":\s*"?\d+"?/g, '"$1":0')
    .replaceAll(
      /"(token|secret|uri|redirectTo|prefix|token_hash|password_hash|user_name_skeleton|security_stamp|processId|etag)":\s*"[^"]*"/g,
      '"$1":"SECRET"',
    )
    .replaceAll(new RegExp(`\\b${target.application.id}\\b`, 'g'), '987654321')
  return JSON.parse(text || 'null')
}

export type Answer = { readonly status: number; readonly body: unknown }

/** `answers` in the order of the pair, whichever came first. */
export const outcomeOf = async (
  portico: TestPortico,
  { target, short, answers }: { target: Target; short: string; answers: readonly Answer[] },
) => {
  const state = { target: await stateOf(portico, target), beyond: await stateBeyond(portico, target) }
  return plain({ answers, state }, target, short)
}
