// Writes what people like in the hub, what they asked for and when they were signed in.
import type { Tx } from '#server/kernel/context.ts'
import { insertMany } from './insert-many.ts'
import type { DemoRequest } from './requests.ts'
import type { DemoSession } from './sign-ins.ts'

export const insertHub = async (
  tx: Tx,
  hub: readonly { userId: string; favourites: readonly number[]; order: readonly number[] | undefined }[],
): Promise<void> => {
  await insertMany(
    tx,
    'favourite',
    { user_id: 'uuid', application_id: 'integer' },
    hub.flatMap(({ userId, favourites }) =>
      favourites.map((application) => ({ user_id: userId, application_id: application })),
    ),
  )
  await insertMany(
    tx,
    'application_order',
    { user_id: 'uuid', application_ids: 'integer[]' },
    hub
      .filter(({ order }) => order !== undefined)
      .map(({ userId, order }) => ({ user_id: userId, application_ids: order })),
  )
}

const requestColumns = {
  id: 'uuid',
  identity_id: 'uuid',
  identity_type: 'text',
  tenant_id: 'uuid',
  request_type: 'text',
  status: 'text',
  requested_roles: 'uuid[]',
  requested_is_inheritable: 'boolean',
  created_by: 'uuid',
  created_by_display_name: 'text',
  created_on: 'timestamptz',
  modification_date: 'timestamptz',
  decided_by: 'uuid',
  reason: 'text',
  version: 'integer',
} as const

export const insertRequests = async (tx: Tx, requests: readonly DemoRequest[]): Promise<void> => {
  await insertMany(
    tx,
    'operation_request',
    requestColumns,
    requests.map((request) => ({
      id: request.id,
      identity_id: request.identityId,
      identity_type: request.identityType,
      tenant_id: request.tenant.id,
      request_type: request.kind,
      status: request.status,
      requested_roles: request.roleIds,
      requested_is_inheritable: request.inheritable,
      created_by: request.creator.id,
      created_by_display_name: request.creator.name,
      created_on: request.createdOn,
      modification_date: request.changedOn,
      decided_by: request.decider?.id,
      reason: request.reason,
      version: request.history.length,
    })),
  )
  await insertMany(
    tx,
    'operation_request_history',
    { id: 'uuid', request_id: 'uuid', email: 'text', date: 'timestamptz', request_type: 'text', status: 'text' },
    requests.flatMap((request) =>
      request.history.map((step) => ({
        id: step.id,
        request_id: request.id,
        email: step.email,
        date: step.date,
        request_type: step.kind,
        status: step.status,
      })),
    ),
  )
}

export const insertSessionLog = async (tx: Tx, sessions: readonly DemoSession[]): Promise<void> => {
  await insertMany(
    tx,
    'session_log',
    {
      session_uid: 'text',
      application_name: 'text',
      user_id: 'uuid',
      user_name: 'text',
      ip: 'text',
      started_on: 'timestamptz',
      last_activity_on: 'timestamptz',
      ended_on: 'timestamptz',
      end_reason: 'text',
    },
    sessions.map((session) => ({
      session_uid: session.uid,
      application_name: session.application,
      user_id: session.person.id,
      user_name: session.person.userName,
      ip: session.ip,
      started_on: session.startedOn,
      last_activity_on: session.lastActivityOn,
      ended_on: session.endedOn,
      end_reason: session.endReason,
    })),
  )
  await keepRoles(tx)
}

/** As the product keeps them of the first moment (recordActivity). */
const keepRoles = (tx: Tx) =>
  tx.execute(
    `update session_log l
        set roles = found.roles
       from (select s.user_id, s.application_name,
                    coalesce(array_agg(distinct r.role_name order by r.role_name) filter (where r.role_name is not null), '{}') as roles
               from (select distinct user_id, application_name from session_log) s
               left join lateral (select role_name from roles_anywhere(s.user_id) r
                                   where r.application_name = s.application_name
                                      or (s.application_name = 'identity' and r.application_name = 'identity.global')) r on true
              group by 1, 2) found
      where l.user_id = found.user_id
        and l.application_name = found.application_name`,
  )
