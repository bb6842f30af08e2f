// Roles of users and of groups at tenants from a workbook (R7.6-07, R7.6-08).
import { z } from 'zod'
import { permissions } from '#contract/permissions.ts'
import { defineImport } from '#server/bulk-import/bulk-import.ts'
import type { WrittenBatch } from '#server/bulk-import/definition.ts'
import { earlierRows } from '#server/bulk-import/earlier-rows.ts'
import { errorsOf } from '#server/bulk-import/import-result.ts'
import type { TableColumn, TableRow } from '#server/bulk-import/table.ts'
import type { ImportTemplate } from '#server/bulk-import/template.ts'
import type { TemplateNote } from '#server/bulk-import/template-messages.ts'
import {
  type BulkMember,
  memberEvents,
  memberSnapshot,
  type AddedMember,
  addMembers,
  membersAt,
} from '#server/features/members/members.public.ts'
import { importInBackground } from '#server/features/notifications/notifications.public.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { permissionEvents } from './permissions.events.ts'
import { applicationsNamed, groupsNamed, rowsOf, tenantsNamed, usersNamed } from './permission-import.store.ts'
import {
  type CheckedRole,
  checkRow,
  groupColumns,
  type PermissionLookup,
  placeOf,
  type Authority,
  type EarlierPermissionRows,
  userColumns,
} from './permission-rows.ts'

type Api = typeof permissions

type Kind = {
  readonly identityType: 'User' | 'Group'
  readonly process: 'BulkInsertUsersWithTenant' | 'BulkInsertGroupsWithTenant'
  readonly columns: readonly TableColumn[]
  readonly identityColumns: readonly string[]
  readonly named: typeof usersNamed
  readonly template: Pick<ImportTemplate, 'file' | 'sheet'> & { readonly identityNote: TemplateNote }
}

const notes = ['tenant', 'application', 'passesDownOrNot', 'rolesAdded'] as const

const importOf = (kind: Kind) =>
  defineImport({
    columns: kind.columns,
    process: importInBackground(kind.process),
    access: permissions.insertUsers.access,
    target: z.object({}),
    begin: () => {
      const earlierOnes: EarlierPermissionRows = { roles: earlierRows(), places: earlierRows() }
      const check = async (ctx: ReadCtx, rows: readonly TableRow[]) => {
        for (const earlier of [earlierOnes.roles, earlierOnes.places]) earlier.begin(rows)
        const known = await learn(ctx, rows, kind)
        return rows.map((row) =>
          checkRow(row, { identityType: kind.identityType, known, authority: authorityOf(ctx), earlierOnes }),
        )
      }
      return {
        check,
        prepare: async (_, rows) => async (tx, inside) =>
          writeRoles(inside, tx, { identityType: kind.identityType, rows: await check(inside, rows) }),
      }
    },
    template: { ...kind.template, width: 26, unit: 'oneRole', notes: [kind.template.identityNote, ...notes] },
  })

const userRoles = importOf({
  identityType: 'User',
  process: 'BulkInsertUsersWithTenant',
  columns: userColumns,
  identityColumns: ['userName', 'email'],
  named: usersNamed,
  template: {
    file: 'UsersWithTenantTemplate.xlsx',
    sheet: 'Users with tenant',
    identityNote: 'who',
  },
})
const groupRoles = importOf({
  identityType: 'Group',
  process: 'BulkInsertGroupsWithTenant',
  columns: groupColumns,
  identityColumns: ['group'],
  named: groupsNamed,
  template: {
    file: 'GroupsWithTenantTemplate.xlsx',
    sheet: 'Groups with tenant',
    identityNote: 'group',
  },
})

export const insertUsersWithTenant = userRoles.process
export const insertGroupsWithTenant = groupRoles.process

export const insertUsers: UseCase<Api['insertUsers']> = withSlowWork((ctx, { query, file, beside }) =>
  userRoles.insert(ctx, { target: {}, bytes: file.bytes, beside, dryRun: query.dryRun }),
)
export const insertGroups: UseCase<Api['insertGroups']> = withSlowWork((ctx, { query, file, beside }) =>
  groupRoles.insert(ctx, { target: {}, bytes: file.bytes, beside, dryRun: query.dryRun }),
)

export const userTemplate: UseCase<Api['userTemplate']> = async (ctx) => userRoles.template(ctx)
export const groupTemplate: UseCase<Api['groupTemplate']> = async (ctx) => groupRoles.template(ctx)

const authorityOf = (ctx: ReadCtx): Authority => ({
  administrator: hasRole(ctx, 'Administrator'),
  god: hasRole(ctx, 'God'),
})

const cells = (rows: readonly TableRow[], ...names: string[]) => [
  ...new Set(
    rows.flatMap(({ values }) => names.map((name) => (values[name] ?? '').slice(0, 256).toLowerCase())).filter(Boolean),
  ),
]

const learn = async (
  ctx: ReadCtx,
  rows: readonly TableRow[],
  { named, identityColumns }: Kind,
): Promise<PermissionLookup> => {
  const identities = await named(ctx.db, cells(rows, ...identityColumns))
  const tenants = await tenantsNamed(ctx.db, cells(rows, 'tenant'))
  const applications = await applicationsNamed(ctx.db, cells(rows, 'application'))
  const standing = await rowsOf(ctx.db, {
    identityIds: [...new Set([...identities.values()].map(({ id }) => id))],
    tenantIds: [...new Set([...tenants.values()].flat())],
  })
  return { identities, tenants, applications, rows: standing }
}

/** Of one identity at one tenant all roles together; where rows differ, the last one says whether they pass down. */
const membersToAdd = (ctx: Ctx, checked: readonly CheckedRole[]): AddedMember[] =>
  [
    ...Map.groupBy(
      checked.flatMap(({ ready }) => ready ?? []),
      placeOf,
    ).values(),
  ].map((roles) => {
    const { tenantId, identityId, isInheritable } = roles.at(-1) as (typeof roles)[number]
    return { id: ctx.newId(), tenantId, identityId, isInheritable, roleIds: roles.map(({ roleId }) => roleId) }
  })

const writeRoles = async (
  ctx: Ctx,
  tx: Tx,
  { identityType, rows }: { identityType: Kind['identityType']; rows: readonly CheckedRole[] },
): Promise<WrittenBatch> => {
  const put = membersToAdd(ctx, rows)
  const before = new Map((await membersAt(tx, put)).map((member) => [placeOf(member), member]))
  await addMembers(tx, put, { identityType, by: callerOf(ctx).id, now: ctx.now })
  const events = (await membersAt(tx, put)).map((after) => eventOf(after, before.get(placeOf(after))))
  const summary = { kind: identityType, rows: put.length, failed: errorsOf(rows).length }
  return {
    rows,
    events: [permissionEvents.imported({ subject: callerOf(ctx).id, after: summary }), ...events],
  }
}

const eventOf = (member: BulkMember, before: BulkMember | undefined): AuditEvent => {
  const about = { subject: member.id, tenantId: member.tenantId }
  const after = memberSnapshot(member)
  return before
    ? memberEvents.changed({ ...about, before: memberSnapshot(before), after })
    : memberEvents.added({ ...about, after })
}
