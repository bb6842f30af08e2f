// Writes areas, groups, tenants and who is a member of what.
import type { Tx } from '#server/kernel/context.ts'
import { areaRows } from './areas.ts'
import { daysBefore } from './chance.ts'
import type { DemoGroup } from './groups.ts'
import { insertMany } from './insert-many.ts'
import type { DemoMember } from './memberships.ts'
import type { DemoPerson } from './people.ts'
import { insertPeople } from './people.store.ts'
import type { DemoRequest } from './requests.ts'
import type { SignIn } from './sign-ins.ts'
import type { DemoTenant } from './forest.ts'

type Directory = {
  now: Date
  people: readonly DemoPerson[]
  groups: readonly DemoGroup[]
  passwordHash: string
  signIns: readonly SignIn[]
}

export const insertDirectory = async (tx: Tx, directory: Directory): Promise<void> => {
  const modified_on = daysBefore(directory.now, 900)
  const areas = areaRows.map((area) => ({ ...area, modified_on }))
  await insertMany(tx, 'area', { id: 'uuid', name: 'text', modified_on: 'timestamptz' }, areas)
  await insertPeople(tx, directory)
  await insertGroups(tx, directory.groups, directory.people)
}

const groupColumns = {
  id: 'uuid',
  name: 'text',
  description: 'text',
  area_id: 'uuid',
  rule: 'text',
  created_by: 'text',
  created_on: 'timestamptz',
  modified_on: 'timestamptz',
} as const

const insertGroups = async (tx: Tx, groups: readonly DemoGroup[], people: readonly DemoPerson[]) => {
  const idOf = new Map(people.map(({ id, userName }) => [userName, id]))
  await insertMany(
    tx,
    'user_group',
    groupColumns,
    groups.map((group) => ({
      id: group.id,
      name: group.name,
      description: group.description,
      area_id: group.areaId,
      rule: group.rule,
      created_by: group.createdBy,
      created_on: group.createdOn,
      modified_on: group.createdOn,
    })),
  )
  await insertMany(
    tx,
    'group_member',
    { group_id: 'uuid', user_id: 'uuid', permission: 'text', granted_by: 'uuid', granted_on: 'timestamptz' },
    groups.flatMap((group) =>
      group.members.map((member) => ({
        group_id: group.id,
        user_id: member.userId,
        permission: member.permission,
        granted_by: idOf.get(group.createdBy),
        granted_on: group.createdOn,
      })),
    ),
  )
}

const tenantColumns = {
  id: 'uuid',
  title: 'text',
  area_id: 'uuid',
  tax_number: 'text',
  vies_number: 'text',
  parent_id: 'uuid',
  group_alias: 'text',
  auto: 'boolean',
  is_user_customized: 'boolean',
  requires_two_factor: 'boolean',
  created_on: 'timestamptz',
  modified_on: 'timestamptz',
} as const

export const insertTenants = (tx: Tx, tenants: readonly DemoTenant[]): Promise<void> =>
  insertMany(
    tx,
    'tenant',
    tenantColumns,
    tenants.map((tenant) => ({
      id: tenant.id,
      title: tenant.title,
      area_id: tenant.areaId,
      tax_number: tenant.numbers?.taxNumber,
      vies_number: tenant.numbers?.viesNumber,
      parent_id: tenant.parent?.id,
      group_alias: tenant.groupAlias,
      auto: tenant.auto,
      is_user_customized: tenant.customized,
      requires_two_factor: tenant.requiresTwoFactor,
      created_on: tenant.createdOn,
      modified_on: tenant.modifiedOn,
    })),
  )

const memberColumns = {
  id: 'uuid',
  tenant_id: 'uuid',
  identity_type: 'text',
  identity_id: 'uuid',
  is_inheritable: 'boolean',
  created_on: 'timestamptz',
  created_by: 'uuid',
} as const

export const insertMembers = async (
  tx: Tx,
  { members, requests }: { members: readonly DemoMember[]; requests: readonly DemoRequest[] },
): Promise<void> => {
  const requestOf = new Map(requests.map((request) => [request.memberId, request]))
  await insertMany(
    tx,
    'tenant_member',
    memberColumns,
    members.map((member) => ({
      id: member.id,
      tenant_id: member.tenantId,
      identity_type: member.identityType,
      identity_id: member.identityId,
      is_inheritable: member.inheritable,
      created_on: member.createdOn,
      created_by: member.grantedBy,
    })),
  )
  await insertMany(
    tx,
    'current_role_assignment',
    { member_id: 'uuid', role_id: 'uuid', granted_by: 'uuid', granted_on: 'timestamptz', request_id: 'uuid' },
    members.flatMap((member) => {
      const request = requestOf.get(member.id)
      return member.roleIds.map((role) => ({
        member_id: member.id,
        role_id: role,
        granted_by: request?.decider?.id ?? member.grantedBy,
        granted_on: member.createdOn,
        request_id: request?.id,
      }))
    }),
  )
}
