// Notifications, the background processes that they tell of, and the files that both leave behind (R7.9-01 … R7.9-05).
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { ImportIssue } from './kernel/issue.ts'
import { endpoints, raw } from './kernel/endpoint.ts'
import { ById, Nothing } from './kernel/fields.ts'

/**
 * R3.6-13, spelt the way the specification spells them. A process is of the type of the notification that it ends with.
 */
export const ProcessType = z.enum([
  'ExportMembers',
  'BulkInsertUsers',
  'BulkInsertGroupMembers',
  'BulkInsertUsersWithTenant',
  'BulkInsertGroupsWithTenant',
  'ExportTenants',
  'BulkInsertPermisionRequestForTenant',
  'BulkInsertUserAndPermisionRequestForTenant',
  'AdminReport',
  /** Additive: a person's copy of their own data. */
  'ExportMyData',
  /** Additive: the seals of the audit log. */
  'VerifyAuditLog',
])
export type ProcessType = z.infer<typeof ProcessType>

/** R3.6-07: what tells of itself without a process before it, a permission and requests to exercise rights. */
export const NotificationType = z.enum([
  ...ProcessType.options,
  'PermissionAssigned',
  'RightsRequestReceived',
  'RightsRequestDue',
  /** Additive: a webhook that failed for days. */
  'WebhookDisabled',
  /** Additive: the audit log was changed in the database. */
  'AuditLogBroken',
])
export type NotificationType = z.infer<typeof NotificationType>

/** R3.8-11. `messageError` is written; `MessageError` of other senders is read as well. */
export const NotificationData = z.object({
  messageError: z.string().optional(),
  MessageError: z.string().optional(),
  /** Of `messageError`, as a refusal has them: for the reader's language. */
  code: z.string().optional(),
  data: z.record(z.string(), z.string()).optional(),
  Errors: z.array(ImportIssue).optional(),
  Warnings: z.array(ImportIssue).optional(),
  /** How far it came, where it was counted. */
  done: z.number().int().optional(),
  total: z.number().int().optional(),
  /** The user stopped it. */
  stopped: z.literal(true).optional(),
})
export type NotificationData = z.infer<typeof NotificationData>

/** A result that is kept for a day. `url` goes to `downloadExcel?url=` as it is. */
const StoredFile = z.object({ name: z.string(), size: z.number().int(), url: z.string() })

export const Notification = z.object({
  id: z.uuid(),
  type: NotificationType,
  description: z.string(),
  readed: z.boolean(),
  data: NotificationData,
  createdOn: z.iso.datetime(),
  file: StoredFile.nullable(),
})
export type Notification = z.infer<typeof Notification>

/** R3.8-12, and how far it is. */
export const Task = z.object({
  id: z.uuid(),
  type: ProcessType,
  startTime: z.iso.datetime(),
  state: z.enum(['Queued', 'Running']),
  done: z.number().int(),
  total: z.number().int().nullable(),
  errors: z.number().int(),
  stopping: z.boolean(),
})
export type Task = z.infer<typeof Task>

/** R9-13. */
export const mostNotifications = 100

/** What an action answers that goes on in the background. */
export const Queued = Outcome.extend({
  process: z.object({ id: z.uuid(), type: ProcessType, startTime: z.iso.datetime() }),
})

export const notifications = endpoints({
  active: {
    method: 'GET',
    path: '/admin/notifications/active',
    access: 'signed-in',
    summary: 'The caller’s notifications that were not deleted, newest first, at most 100.',
    output: z.object({ items: z.array(Notification), count: z.number().int(), unread: z.number().int() }),
  },
  markRead: {
    method: 'PUT',
    path: '/admin/notifications',
    access: 'signed-in',
    summary: 'Marks all notifications of the caller as read.',
    output: Nothing,
  },
  removeAll: {
    method: 'DELETE',
    path: '/admin/notifications',
    access: 'signed-in',
    summary: 'Deletes all notifications of the caller.',
    output: Nothing,
  },
  removeAllByName: {
    method: 'DELETE',
    path: '/admin/notifications/all',
    access: 'signed-in',
    summary: 'Deletes all notifications of the caller.',
    output: Nothing,
  },
  remove: {
    method: 'DELETE',
    path: '/admin/notifications/:id',
    access: 'signed-in',
    summary: 'Deletes one notification of the caller.',
    params: ById,
    output: Nothing,
  },
  tasks: {
    method: 'GET',
    path: '/admin/tasks/active',
    access: 'signed-in',
    summary: 'The caller’s background processes that have not ended.',
    output: z.object({ items: z.array(Task), count: z.number().int() }),
  },
  stop: {
    method: 'POST',
    path: '/admin/tasks/:id/stop',
    access: 'signed-in',
    summary: 'Stops a process of the caller; what it did so far stays.',
    params: ById,
    output: Nothing,
  },
  stopByDelete: {
    method: 'DELETE',
    path: '/admin/tasks/:id',
    access: 'signed-in',
    summary: 'Stops a process of the caller; what it did so far stays.',
    params: ById,
    output: Nothing,
  },
  downloadExcel: {
    method: 'GET',
    path: '/admin/filestorage/downloadExcel',
    access: 'signed-in',
    summary:
      'A stored result of the caller. `url` is the key that we issued; nothing is ever fetched from the network.',
    query: z.object({ url: z.string().catch('') }),
    output: raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
})
