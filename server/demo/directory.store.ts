// Writes areas, groups, tenants and who is a member of what.
import type { Tx } from '#server/kernel/context.ts'
import { areaRows } from './areas.ts'
import { daysBefore } from './chance.ts'
import type { DemoGroup } from './groups.ts'
import { insertMany } from './insert-many.ts'
import type { DemoMember } from './memberships.ts'
import type { DemoPerson } from './people.ts'
import { insertPeople, type People } from './people.store.ts'
import type { DemoRequest } from './requests.ts'
import type { DemoTenant } from './tenants.ts'

type Directory = People & { groups: readonly DemoGroup[] }

export const insertDirectory = async (tx: Tx, directory: Directory): Promise<void> => {
  const modified_on = daysBefore(directory.now, 900)
  const areas = areaRows.map((area) => ({ ...area, modified_on }))
  await insertMany(tx, 'area', { id: 'uuid', name: 'text', modified_on: 'timestamptz' }, areas)
  await insertPeople(tx, directory)
  await insertGroups(tx, directory.groups, directory.people)
}

const insertGroups = async (tx: Tx, groups: readonly DemoGroup[], people: readonly DemoPerson[]) => {
  await insertMany(
    tx,
    'user_group',
    {
      id: 'uuid',
      name: 'text',
      description: 'text',
      area_id: 'uuid',
      rule: 'text',
      created_by: 'text',
      created_on: 'timestamptz',
      modified_on: 'timestamptz',
    },
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
  await insertGroupMembers(tx, groups, people)
}

const insertGroupMembers = (tx: Tx, groups: readonly DemoGroup[], people: readonly DemoPerson[]) => {
  const idOf = (userName: string) => people.find((person) => person.userName === userName)?.id
  return insertMany(
    tx,
    'group_member',
    { group_id: 'uuid', user_id: 'uuid', permission: 'text', granted_by: 'uuid', granted_on: 'timestamptz' },
    groups.flatMap((group) =>
      group.members.map((member) => ({
        group_id: group.id,
        user_id: member.userId,
        permission: member.permission,
        granted_by: idOf(group.createdBy),
        granted_on: group.createdOn,
      })),
    ),
  )
}

export const insertTenants = (tx: Tx, tenants: readonly DemoTenant[]): Promise<void> =>
  insertMany(
    tx,
    'tenant',
    {
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
    },
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

type Members = { members: readonly DemoMember[]; requests: readonly DemoRequest[] }

export const insertMembers = async (tx: Tx, { members, requests }: Members): Promise<void> => {
  await insertMany(
    tx,
    'tenant_member',
    {
      id: 'uuid',
      tenant_id: 'uuid',
      identity_type: 'text',
      identity_id: 'uuid',
      is_inheritable: 'boolean',
      created_on: 'timestamptz',
      created_by: 'uuid',
    },
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
  await insertAssignments(tx, { members, requests })
}

const insertAssignments = (tx: Tx, { members, requests }: Members) => {
  const requestOf = new Map(requests.map((request) => [request.memberId, request]))
  return insertMany(
    tx,
    'tenant_member_role',
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
