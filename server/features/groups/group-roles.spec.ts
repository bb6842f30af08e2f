// What a group gives: its roles and tenants (R7.5-10).
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Group } from '#contract/group-entry.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { addApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { openGroups } from './groups.harness.ts'

type List = { items: Group[]; count: number }

const { world, call, create } = openGroups()

describe('R7.5-10 R2.5-39 what a group gives', () => {
  test('its roles, tenant by tenant, and the tenants where it stands itself, each role with its application', async () => {
    const group = await create()
    const [tenantId, other] = [
      await addTenant(world.portico, { title: 'Ábaco' }),
      await addTenant(world.portico, { title: 'Zeta' }),
    ]
    const shop = await addApplication(world.portico, { name: 'group-shop', role: 'Buyer' })
    await assignRole(world.portico, {
      identityId: group.id,
      identityType: 'Group',
      roleId: shop.roleId,
      tenantId,
      inheritable: false,
    })
    await assignRole(world.portico, {
      identityId: group.id,
      identityType: 'Group',
      roleId: shop.roleId,
      tenantId: other,
    })
    await assignRole(world.portico, {
      identityId: group.id,
      identityType: 'Group',
      roleId: systemRoles.Manager,
      tenantId: other,
    })
    const { body: roles } = await call<{ items: unknown[]; count: number }>(
      'GET',
      `/admin/groups/${group.id}/roles?orderBy=tenantName`,
      { as: world.userAdministrator },
    )
    expect(roles.count).toBe(3)
    expect(roles.items[0]).toEqual({
      roleId: shop.roleId,
      roleName: 'Buyer',
      applicationId: shop.id,
      applicationName: 'group-shop',
      tenantId,
      tenantName: 'Ábaco',
      isInheritable: false,
    })
    expect((await call<List>('GET', `/admin/groups/${group.id}/roles?search=abaco`)).body.count).toBe(1)
    const buyer = { roleId: shop.roleId, roleName: 'Buyer', applicationTitle: 'group-shop' }
    const manager = { roleId: systemRoles.Manager, roleName: 'Manager', applicationTitle: 'Identity, global roles' }
    const { body: tenants } = await call<{ items: unknown[]; count: number }>(
      'GET',
      `/admin/groups/${group.id}/tenants`,
    )
    expect([tenants.count, tenants.items]).toEqual([
      2,
      [
        {
          id: tenantId,
          title: 'Ábaco',
          areaName: null,
          memberId: expect.any(String),
          isInheritable: false,
          roleCount: 1,
          roles: ['Buyer'],
          roleEntries: [buyer],
        },
        {
          id: other,
          title: 'Zeta',
          areaName: null,
          memberId: expect.any(String),
          isInheritable: true,
          roleCount: 2,
          roles: ['Buyer', 'Manager'],
          roleEntries: [buyer, manager],
        },
      ],
    ])
    const rows = await world.portico.database.query<{ id: string }>(
      `select id from tenant_member where identity_id = $1 and tenant_id = $2`,
      [group.id, tenantId],
    )
    expect(
      (await call<List>('GET', `/admin/groups/${group.id}/tenants?filter=id eq '${tenantId}'`)).body.items,
    ).toMatchObject([{ id: tenantId, memberId: rows[0]?.id }])
    expect(
      (await call<List>('GET', `/admin/groups/${group.id}/tenants?orderBy=roleCount desc&take=1`)).body.items,
    ).toMatchObject([{ id: other }])
    expect((await call('GET', `/admin/groups/${randomUUID()}/tenants`)).status).toBe(404)
  })
})
