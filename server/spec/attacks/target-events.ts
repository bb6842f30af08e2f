// What the audit log holds of a target.
import { randomUUID } from 'node:crypto'
import type { TestPortico } from '#server/spec/testing/portico.ts'

/** That the row of members was added. */
export const insertMemberEvent = async (portico: TestPortico, memberId: string | undefined) => {
  const [event] = await portico.database.query<{ id: number }>(
    `insert into audit_event (at, type, subject, actor_kind, tenant_id, after)
     select now(), 'member.added', m.id, 'system', m.tenant_id,
            jsonb_build_object('id', m.id, 'tenantId', m.tenant_id, 'identityType', m.identity_type, 'identityId', m.identity_id, 'isInheritable', m.is_inheritable,
                               'roles', (select jsonb_agg(jsonb_build_object('roleId', r.role_id, 'role', 'its')) from current_role_assignment r where r.member_id = m.id))
       from tenant_member m
      where m.id = $1
     returning id`,
    [memberId],
  )
  return event?.id ?? 0
}

/** That a tenant was deleted which is not there. */
export const insertRemovedTenant = async (portico: TestPortico, { areaId, mark }: { areaId: string; mark: string }) => {
  const removed = {
    id: randomUUID(),
    title: `${mark} gone`,
    parentId: null,
    areaId,
    areaName: mark,
    taxNumber: null,
    viesNumber: null,
    groupAlias: null,
    auto: false,
    isUserCustomized: false,
    requiredTwoModeAuthentification: false,
    members: [],
    rows: [],
  }
  await portico.write((tx) =>
    tx.query(
      `insert into audit_event (at, type, subject, actor_kind, tenant_id, before) values (now(), 'tenant.removed', $1::text, 'system', $1::text::uuid, $2)`,
      [removed.id, JSON.stringify(removed)],
    ),
  )
  return removed.id
}
