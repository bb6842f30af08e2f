// The groups, before a played server.
import type { GroupMember } from '#contract/group-members.ts'
import type { Group } from '#contract/group-entry.ts'
import { open } from '#web/app/portal.harness.tsx'

export const spain = { id: '00000000-0000-4000-8000-0000000000a1', name: 'Spain', default: false, system: false }

export const desk: Group = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Support desk',
  description: 'First line for all users',
  areaId: spain.id,
  areaName: 'Spain',
  automated: false,
  createBy: 'nuria.puig',
  createOn: '2026-03-01T10:00:00Z',
  userIsOwner: false,
  memberCount: 2,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}

export const everybody: Group = {
  ...desk,
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Users',
  description: null,
  automated: true,
  memberCount: null,
}

export const member = (change: Partial<GroupMember>): GroupMember => ({
  userId: '00000000-0000-4000-8000-0000000000b1',
  userName: 'ana.ruiz',
  groupId: desk.id,
  groupName: desk.name,
  permission: 'Reader',
  displayName: 'Ana Ruiz',
  email: 'ana@people.example',
  areaName: 'Spain',
  locked: false,
  draft: false,
  ...change,
})

export const luca = {
  id: '00000000-0000-4000-8000-0000000000b3',
  userName: 'luca.navarro',
  firstName: 'Luca',
  lastName: 'Navarro',
  email: 'luca@people.example',
  areaName: 'Spain',
  locked: false,
  lockState: 'None',
  draft: false,
  validateScopes: false,
  modifiedOn: '2026-03-01T10:00:00Z',
}

export const list = (...items: object[]) => ({ body: { items, count: items.length } })

const answers = (group = desk) => ({
  'GET /admin/groups': list(desk, everybody),
  'GET /admin/areas': list(spain),
  [`GET /admin/groups/${group.id}`]: { body: group },
  [`GET /admin/groups/${group.id}/users`]: list(
    member({}),
    member({
      userId: '00000000-0000-4000-8000-0000000000b2',
      userName: 'ivo.berg',
      displayName: 'Ivo Berg',
      permission: 'Owner',
    }),
  ),
  [`GET /admin/groups/${group.id}/tenants`]: list({
    id: desk.id,
    title: 'Grupo Ferrer',
    areaName: null,
    isInheritable: true,
    roleCount: 2,
    roles: ['Buyer', 'Seller'],
    roleEntries: ['Buyer', 'Seller'].map((roleName, index) => ({
      roleId: `00000000-0000-4000-8000-0000000000c${index}`,
      roleName,
      applicationTitle: 'Shop',
    })),
  }),
})

const administrator = { role: ['Administrator', 'User'] }

export const at = (
  path = '',
  { who = administrator, more = {}, group = desk }: { who?: object; more?: object; group?: Group } = {},
) => open({ at: `/identity/admin/groups${path}`, who, answers: { ...answers(group), ...more } })

export const page = (group: Group, options: { who?: object; more?: object; tab?: string } = {}) =>
  at(`/${group.id}${options.tab ? `?tab=${options.tab}` : ''}`, { ...options, group })
