// A portal in which access is given, previewed, changed and taken back over HTTP, by one administrator.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Preview } from '#contract/access-preview.ts'
import type { AccessChange, SingleChange } from '#contract/access-preview.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Member } from '#contract/members.ts'
import { createBrowser } from './browser.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from './people.ts'
import { startTestPortico, type TestPortico } from './portico.ts'

type Bearer = { authorization: string }
type World = { portico: TestPortico; administrator: Bearer; chief: Person; shop: TestApplication }

/** Opened before the specs of a file, closed after them. */
export const openAccess = () => {
  const world = {} as World
  beforeAll(async () => {
    world.portico = await startTestPortico()
    world.chief = await addPerson(world.portico, { roles: ['Administrator'], firstName: 'Luca', lastName: 'Navarro' })
    world.administrator = (await signIn(world.portico, world.chief)).bearer
    world.shop = await addApplication(world.portico, {
      name: 'shop',
      role: 'Seller',
      scopes: ['orders:read', 'orders:write'],
    })
  })
  afterAll(() => world.portico.close())

  const call = async <T>(
    method: string,
    path: string,
    { as = world.administrator, body }: { as?: Bearer; body?: unknown } = {},
  ) => {
    const answer = await createBrowser(world.portico.origin).request(method, `/api/v1/admin/${path}`, {
      headers: as,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: answer.json<T & Problem>() }
  }
  const good = async <T>(method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await call<T>(method, path, { body })
    expect([path, status, status === 200 ? '' : answer]).toEqual([path, 200, ''])
    return answer
  }
  const give = (
    tenantId: string,
    { id, group }: { id: string; group?: true },
    { roles = [world.shop.roleId], isInheritable = true }: { roles?: string[]; isInheritable?: boolean } = {},
  ) =>
    good<Member>('POST', `tenants/${tenantId}/members`, {
      identityType: group ? 'Group' : 'User',
      identityId: id,
      roles,
      isInheritable,
    })
  const addGroup = async (...people: Person[]) => {
    const [area] = await world.portico.database.query<{ id: string }>(`select id from area where is_default`)
    const { id } = await good<{ id: string }>('POST', 'groups', {
      name: `group ${randomUUID().slice(0, 8)}`,
      areaId: area?.id,
    })
    for (const { id: userId } of people) await good('POST', `groups/${id}/users`, { userId, permission: 'Reader' })
    return { id, group: true as const }
  }
  /** Owned by the administrator, who may delete it. */
  const addOwned = async (role: string) => {
    const application = await addApplication(world.portico, { name: `app-${randomUUID().slice(0, 8)}`, role })
    await world.portico.write((tx) =>
      tx.query(`update application set display_name = 'Shown ' || name where id = $1`, [application.id]),
    )
    await world.portico.write((tx) =>
      tx.query(`insert into application_owner (application_id, user_id) values ($1, $2)`, [
        application.id,
        world.chief.id,
      ]),
    )
    return application
  }
  const preview = (change: object, query = '') => good<Preview>('POST', `access/preview?take=10000${query}`, change)

  /** Everything that anybody may do in a small world, asked of the database one person and tenant at a time. */
  const everyEffectiveRole = async ({ people, tenants }: { people: readonly string[]; tenants: readonly string[] }) =>
    new Set(
      (
        await world.portico.database.query<{ right: string }>(
          `select distinct u.id || ' ' || e.role_id || ' ' || t.id as right
             from unnest($1::uuid[]) u (id)
            cross join unnest($2::uuid[]) asked (id)
             join tenant t on t.id = asked.id
            cross join lateral effective_roles(u.id, t.id) e`,
          [people, tenants],
        )
      ).map(({ right }) => right),
    )

  return { world, call, good, give, addGroup, addOwned, preview, everyEffectiveRole, apply: applying(call) }
}

type Call = (method: string, path: string, options?: { body?: unknown }) => Promise<{ status: number }>

/** The change by its own endpoint; of several the first status that is none of a success. */
const applying = (call: Call) => {
  const ways: {
    readonly [Kind in SingleChange['kind']]: (
      change: Extract<SingleChange, { kind: Kind }>,
    ) => Promise<{ status: number }>
  } = {
    move: ({ tenantId, newParentId }) => call('PUT', `tenants/${tenantId}/change-parent`, { body: { newParentId } }),
    deleteTenant: ({ tenantId }) => call('DELETE', `tenants/${tenantId}`),
    addMember: ({ tenantId, member }) => call('POST', `tenants/${tenantId}/members`, { body: member }),
    saveMember: ({ tenantId, memberId, member }) =>
      call('PUT', `tenants/${tenantId}/members/${memberId}`, { body: member }),
    removeMember: ({ tenantId, memberId }) => call('DELETE', `tenants/${tenantId}/members/${memberId}`),
    revoke: ({ tenantId, revocation }) =>
      call('POST', `tenants/${tenantId}/members/revokeAccess`, { body: revocation }),
    leaveTenants: ({ identityId, tenantIds }) =>
      call('DELETE', `tenantIdentities/${identityId}`, { body: { tenantIds } }),
    joinGroup: ({ groupId, userId }) =>
      call('POST', `groups/${groupId}/users`, { body: { userId, permission: 'Reader' } }),
    leaveGroup: ({ groupId, userId }) => call('DELETE', `groups/${groupId}/users/${userId}`),
    deleteGroup: ({ groupId }) => call('DELETE', `groups/${groupId}`),
    deleteUser: ({ userId }) => call('DELETE', `users/${userId}`),
    deleteRole: ({ applicationId, roleId }) => call('DELETE', `app/${applicationId}/roles/${roleId}`),
    deleteApplication: ({ applicationId }) => call('DELETE', `applications/${applicationId}`),
  }
  return async (change: AccessChange): Promise<number> => {
    for (const one of change.kind === 'several' ? change.changes : [change]) {
      const { status } = await (ways[one.kind] as (change: SingleChange) => Promise<{ status: number }>)(one)
      if (status !== 200) return status
    }
    return 200
  }
}
