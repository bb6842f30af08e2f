// All that is stored of what is aimed at: two readings are equal where an attack changed nothing.
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { stateOfMade } from './made-by-example.ts'
import type { Target } from './target.ts'

/**
 * In an order that no random id decides. Of each table the rows of a target; `$1` person, `$2` group, `$3` application,
 * `$4` area, `$5` key, `$6` notification, `$7` process, `$8` webhook, `$9` configuration, `$10` policy.
 */
const rows: Readonly<Record<string, string>> = {
  person: `select to_jsonb(t) from portal_user t where id = $1::uuid`,
  history: `select to_jsonb(t) from password_history t where user_id = $1::uuid order by set_on`,
  access: `select to_jsonb(t) || jsonb_build_object('roles', array(select r.name from current_role_assignment m join role r on r.id = m.role_id where m.member_id = t.id order by r.name))
             from tenant_member t where identity_id in ($1::uuid, $2::uuid) order by identity_type, tenant_id = '00000000-0000-0000-0000-000000000000', is_inheritable`,
  favourites: `select to_jsonb(t) from favourite t where user_id = $1::uuid order by application_id`,
  order: `select to_jsonb(t) from application_order t where user_id = $1::uuid`,
  group: `select to_jsonb(t) from user_group t where id = $2::uuid`,
  members: `select to_jsonb(t) from group_member t where group_id = $2::uuid order by permission, user_id = $1::uuid`,
  application: `select to_jsonb(t) from application t where id = $3::int`,
  owners: `select to_jsonb(t) from application_owner t where application_id = $3::int order by created_on, user_id = $1::uuid`,
  icon: `select to_jsonb(t.etag) from application_icon t where application_id = $3::int`,
  roles: `select to_jsonb(t) || jsonb_build_object('scopes', array(select scope from role_scope where role_id = t.id order by scope))
            from role t where application_id = $3::int order by name`,
  scopedPermissions: `select to_jsonb(t) from scoped_permission t where application_id = $3::int or user_id = $1::uuid order by application_id, scope`,
  area: `select to_jsonb(t) from area t where id = $4::uuid`,
  key: `select to_jsonb(t) from access_token t where id = $5::uuid`,
  notification: `select to_jsonb(t) from notification t where id = $6::uuid`,
  request: `select (to_jsonb(t) - 'search_text') || jsonb_build_object('history', array(select status from operation_request_history where request_id = t.id order by date)) from operation_request t where identity_id = $1::uuid order by created_on`,
  rightsRequest: `select to_jsonb(t) from rights_request t where user_id = $1::uuid order by id = any(array(select request_id from rights_document)), received_on`,
  disclaimers: `select to_jsonb(t) from disclaimer_acceptance t where application_id = $3::int or user_id = $1::uuid order by application_id, user_id = $1::uuid`,
  process: `select to_jsonb(t) from process t where id = $7::uuid`,
  webhook: `select to_jsonb(t) - 'secret' - 'previous_secret' || jsonb_build_object('former', t.previous_secret is not null) from webhook t where id = $8::uuid`,
  documents: `select to_jsonb(t) || jsonb_build_object('versions', array(select to_jsonb(v) from security_document_version v where (v.kind, v.id) = (t.kind, t.id) order by v.version))
                from security_document t where (t.kind, t.id) in (('configuration', $9::text), ('policy', $10::text)) order by t.kind`,
}

const text = `select jsonb_build_object(${Object.entries(rows)
  .map(([name, sql]) => `'${name}', array(${sql})`)
  .join(', ')}) as state`

type State = Readonly<Record<keyof typeof rows, readonly Record<string, unknown>[]>>

export const stateOf = async (
  portico: TestPortico,
  { person, groupId, application, areaId, keyId, notificationId, processId, made, ...kept }: Target,
): Promise<State> => {
  const owned = [person.id, groupId, application.id, areaId, keyId, notificationId, processId]
  const values = [...owned, kept.webhookId, kept.configurationId, kept.policyId]
  const [row] = await portico.database.query<{ state: State }>(text, values)
  return { ...row?.state, made: await stateOfMade(portico, made) }
}
