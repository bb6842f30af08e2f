// What somebody may ask for themselves, and where.
import { z } from 'zod'
import { RequestableTenant } from '#contract/access-requests.ts'
import { OperationRequest } from '#contract/operation-requests.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'
import { isoTime } from '#server/lists/iso-time.ts'
import { holders } from './request-items.store.ts'

/** Roles `r` of an application `a` that are meant to be asked for. */
const askable = `a.enabled
            and a.name <> 'identity.global'
            and r.operation_request_visibility
            and not r.by_hierarchy`

const ApplicationRow = z.object({ id: z.number(), waiting: z.boolean() })

/** For somebody who is a member of a tenant at all. */
export const askableApplications = (db: Db, userId: string) =>
  db.query(
    ApplicationRow,
    `select a.id,
            exists (select 1
                      from operation_request o
                      join role x on x.id = any(o.requested_roles) and x.application_id = a.id
                     where o.identity_id = $1
                       and o.status = 'WaitingForApprover') as waiting
       from application a
      where exists (select 1 from role r where r.application_id = a.id and ${askable})
        and exists (select 1 from tenant_member m where m.identity_id = $1 and m.tenant_id <> '${globalTenant}')
      order by a.id`,
    [userId],
  )

/** More than anybody chooses from. */
const mostTenants = 50

// Their addresses are not told.
const Approvers = OperationRequest.shape.approvers
const TenantRow = RequestableTenant.extend({ approvers: Approvers })
const AdministratorsRow = z.object({ all: Approvers })

type Asking = { readonly userId: string; readonly applicationId: number; readonly now: Date }

export const askableTenants = async (db: Db, { userId, applicationId, now }: Asking) => {
  const tenants = await db.query(
    TenantRow,
    `select t.id as "tenantId",
            t.title as "tenantName",
            (select coalesce(json_agg(json_build_object('roleId', r.id, 'roleName', r.name, 'held', exists (select 1 from effective_roles($1, t.id) e where e.role_id = r.id)) order by r.name, r.id), '[]')
               from role r
               join application a on a.id = r.application_id
              where r.application_id = $2
                and ${askable}) as roles,
            ${holders('t.id', 'TenantAdministrator', '$1::uuid')} as approvers,
            (select percentile_cont(0.5) within group (order by extract(epoch from d.modification_date - d.created_on) / 3600)
               from operation_request d
              where d.tenant_id = t.id
                and d.status in ('Applied', 'Rejected')
                and d.modification_date > d.created_on
                and d.modification_date > $3::timestamptz - interval '90 days') as "hoursToDecide",
            (select json_build_object('id', o.id, 'since', ${isoTime('o.created_on')}, 'isMine', o.created_by is not distinct from $1, 'roles', o.requested_roles)
               from operation_request o
              where o.identity_id = $1
                and o.tenant_id = t.id
                and o.status = 'WaitingForApprover') as waiting
       from tenant_member m
       join tenant t on t.id = m.tenant_id
      where m.identity_id = $1
        and t.id <> '${globalTenant}'
        and exists (select 1 from role r join application a on a.id = r.application_id where r.application_id = $2 and ${askable})
      order by t.title, t.id
      limit ${mostTenants}`,
    [userId, applicationId, now],
  )
  if (tenants.every(({ approvers }) => approvers.length > 0)) return tenants
  const [others] = await db.query(
    AdministratorsRow,
    `select ${holders(`'${globalTenant}'`, 'Administrator', '$1::uuid')} as all`,
    [userId],
  )
  return tenants.map((tenant) => (tenant.approvers.length > 0 ? tenant : { ...tenant, approvers: others?.all ?? [] }))
}

type Membership = { readonly tenantId: string; readonly identityId: string }

const PassesRow = z.object({ passes: z.boolean() })

export const passesDown = async (db: Db, { tenantId, identityId }: Membership) =>
  (
    await db.query(
      PassesRow,
      `select is_inheritable as passes from tenant_member where tenant_id = $1 and identity_id = $2`,
      [tenantId, identityId],
    )
  ).at(0)?.passes ?? false

/** Whether all of them are roles of this application that may be asked for. */
export const areOf = async (db: Db, { applicationId, roles }: { applicationId: number; roles: readonly string[] }) =>
  (await db.execute(
    `select 1 as found
       from role r
       join application a on a.id = r.application_id
      where r.application_id = $1
        and r.id = any($2::uuid[])
        and ${askable}`,
    [applicationId, roles],
  )) === new Set(roles).size
