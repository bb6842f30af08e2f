// Tenants and their members for specs.
import { randomUUID } from 'node:crypto'
import type { TestPortico } from './portico.ts'

export const zeroTenant = '00000000-0000-0000-0000-000000000000'

/** Gives a role directly, at the global tenant unless told otherwise. */
export const assignRole = (
  portico: TestPortico,
  {
    identityId,
    roleId,
    tenantId = zeroTenant,
    inheritable = true,
    identityType = 'User',
  }: { identityId: string; roleId: string; tenantId?: string; inheritable?: boolean; identityType?: string },
) =>
  portico.write(async (tx) => {
    const [row] = await tx.query<{ id: string }>(
      `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
       values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, identity_id) do update set is_inheritable = excluded.is_inheritable
       returning id`,
      [randomUUID(), tenantId, identityType, identityId, inheritable],
    )
    await tx.query(`insert into current_role_assignment (member_id, role_id) values ($1, $2) on conflict do nothing`, [
      row?.id,
      roleId,
    ])
  })

/** A member without any role: somebody whom those who act there know (T81). */
export const addMembership = (
  portico: TestPortico,
  {
    identityId,
    identityType = 'User',
    tenantId,
    isInheritable = false,
  }: { identityId: string; identityType?: 'User' | 'Group'; tenantId: string; isInheritable?: boolean },
) =>
  portico.write((tx) =>
    tx.query(
      `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable) values ($1, $2, $5, $3, $4)`,
      [randomUUID(), tenantId, identityId, isInheritable, identityType],
    ),
  )

export const addTenant = async (
  portico: TestPortico,
  { parentId, twoFactor = false, title = 'Tenant' }: { parentId?: string; twoFactor?: boolean; title?: string } = {},
) => {
  const id = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into tenant (id, title, parent_id, requires_two_factor) values ($1, $2, $3, $4)`, [
      id,
      title,
      parentId ?? null,
      twoFactor,
    ]),
  )
  return id
}
