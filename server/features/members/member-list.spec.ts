// How the members of a tenant are listed (domain-model 4.3).
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { download, readWorkbook } from '#server/spec/testing/workbooks.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'
import { openMembersTree } from './members-tree.harness.ts'

const { world, call, listed, give } = openMembersTree()

describe('the list of members', () => {
  test('R7.7-10 R7.11-10 A-88 own rows only, unless the hierarchy is asked for; those of the global tenant are left out on demand', async () => {
    const tenant = await addTenant(world.portico, { parentId: world.tree.A })
    const person = await addPerson(world.portico, { firstName: 'Zoe', lastName: 'Own' })
    await give(tenant, person, { roles: [world.ten.roleId], isInheritable: false })
    expect((await listed(tenant, '')).items.map(({ identityId }) => identityId)).toEqual([person.id])
    const whole = await listed(tenant)
    expect(whole.items[0]?.identityId).toBe(person.id)
    expect(whole.items.filter(({ tenantId }) => tenantId === zeroTenant).length).toBeGreaterThan(0)
    const without = await listed(tenant, 'includeHierarchy=true&excludeUserGlobal=true')
    expect(without.items.filter(({ tenantId }) => tenantId === zeroTenant)).toEqual([])
    expect(without.count).toBe(without.items.length)
    expect((await listed(tenant, 'includeRoles=false')).items[0]).not.toHaveProperty('roles')
    expect((await listed(tenant, 'includeHierarchy=true&search=zoe own')).items).toHaveLength(1)
    expect(
      (await listed(tenant, 'includeHierarchy=true&hierarchyType=Own')).items.map(({ identityId }) => identityId),
    ).toEqual([person.id])
    expect(
      (await listed(tenant, `includeHierarchy=true&excludeUserGlobal=true&applicationId=${world.ten.id}`)).items.every(
        ({ roles }) => roles?.some(({ applicationName }) => applicationName === 'ten'),
      ),
    ).toBe(true)
    const global = await listed(tenant, 'includeHierarchy=true&globalRoles=true')
    expect(global.items.find(({ identityId }) => identityId === person.id)?.roles).toEqual([])
    const far = (
      await call<Page<Member>>(
        'GET',
        `admin/tenants/${tenant}/members?includeHierarchy=true&take=1&includeIds=${whole.items.at(-1)?.identityId}`,
      )
    ).body
    expect(far.items.map(({ identityId }) => identityId)).toEqual([whole.items.at(-1)?.identityId, person.id])
    expect(far.count).toBe(whole.count)
  })

  test('R3.6-08 a row whose identity is gone is Unknown, gives nothing, and can be taken away', async () => {
    const tenant = await addTenant(world.portico)
    const [id, nobody] = [randomUUID(), randomUUID()]
    await world.portico.write(async (tx) => {
      await tx.query(
        `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable) values ($1, $2, 'Unknown', $3, true)`,
        [id, tenant, nobody],
      )
      await tx.query(`insert into current_role_assignment (member_id, role_id) values ($1, $2)`, [id, world.ten.roleId])
    })
    const types = (await listed(tenant, 'includeHierarchy=true')).items.map(({ identityType, identityId }) => [
      identityType,
      identityId === nobody,
    ])
    expect(types).toContainEqual(['Unknown', true])
    expect(new Set(types.map(([type]) => type))).toEqual(new Set(['Unknown', 'User', 'Group']))
    expect(
      (
        await call('POST', `admin/tenants/${tenant}/members`, {
          body: { identityType: 'Unknown', identityId: nobody, roles: [] },
        })
      ).body.errors?.[0]?.field,
    ).toBe('identityType')
    expect((await call('DELETE', `admin/tenants/${tenant}/members/${id}`)).status).toBe(200)
  })

  test('R7.7-11 one identity without any row here answers with no roles; an unknown one is not found', async () => {
    const person = await addPerson(world.portico)
    const ask = (id: string, more = '') =>
      call<IdentityAtTenant>('GET', `admin/tenants/${world.tree.D}/members/identity?identityId=${id}${more}`)
    expect((await ask(person.id)).body).toMatchObject({
      id: null,
      identityId: person.id,
      tenantId: world.tree.D,
      tenantName: 'D',
      roles: [],
      tenants: [],
    })
    expect((await ask(person.id, '&isGroup=true')).status).toBe(404)
    expect((await ask(randomUUID())).status).toBe(404)
    expect((await ask(person.id, `&tenantId=${world.tree.A}`)).body.errors?.[0]?.field).toBe('tenantId')
  })

  test('R7.7-05 the export runs in the background and ends in the notification ExportMembers with a workbook', async () => {
    const person = await addPerson(world.portico, { firstName: 'Eva', lastName: 'Export', userName: 'eva.export' })
    await give(world.tree.A, person, { roles: [world.ten.roleId], isInheritable: true })
    await give(world.tree.B, person, { roles: [world.second], isInheritable: false })
    const { body } = await call<{ process: { id: string; type: string } }>(
      'GET',
      `admin/tenants/${world.tree.B}/members/export?includeHierarchy=true`,
    )
    expect(body.process.type).toBe('ExportMembers')
    const notice = async () =>
      (
        await call<{ items: { type: string; file: { name: string; url: string } | null }[] }>(
          'GET',
          'admin/notifications/active',
        )
      ).body.items.find(({ type }) => type === 'ExportMembers')
    await expect.poll(notice).toMatchObject({ file: { name: 'Members.xlsx' } })
    const url = encodeURIComponent((await notice())?.file?.url ?? '')
    const { bytes } = await download(world.portico, `/admin/filestorage/downloadExcel?url=${url}`, world.administrator)
    const [titles, ...rows] = await readWorkbook(world.portico, bytes)
    expect(titles).toEqual([
      'identityType',
      'displayName',
      'userName',
      'email',
      'hierarchyType',
      'tenantName',
      'isInheritable',
      'applicationName',
      'roleName',
      'roleHierarchyType',
      'inheritedFrom',
    ])
    const eva = ['User', 'Eva Export', 'eva.export', person.email, 'Both', 'B', 'false', 'ten']
    expect(rows.filter((row) => row[2] === 'eva.export').sort()).toEqual([
      [...eva, 'r1', 'ByHierarchy', 'A'],
      [...eva, 'r2', 'Own', ''],
    ])
    const here = (await listed(world.tree.B)).items
    expect([...new Set(rows.map((row) => row[2] ?? ''))].sort()).toEqual(
      [...new Set(here.map(({ userName }) => userName ?? ''))].sort(),
    )
  })
})
