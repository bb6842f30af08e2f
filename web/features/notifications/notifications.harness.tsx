// The bell and its flyout, with a played server that keeps what it has.
import { expect } from 'vitest'
import type { Notification, Task } from '#contract/notifications.ts'
import { type Answers, open } from '#web/app/portal.harness.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
export const note = (n: number, change: Partial<Notification> = {}): Notification => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  type: 'ExportTenants',
  description: `Notification ${n}`,
  readed: false,
  data: {},
  createdOn: ago(n * 20),
  file: null,
  ...change,
})
export const job = (change: Partial<Task> = {}): Task => ({
  id: '00000000-0000-4000-9000-000000000001',
  type: 'BulkInsertUsersWithTenant',
  startTime: ago(2),
  state: 'Running',
  done: 412,
  total: 650,
  errors: 4,
  stopping: false,
  ...change,
})

const empty = { body: { items: [], count: 0 } }
export const lists: Answers = {
  'GET /admin/users': empty,
  'GET /admin/groups': empty,
  'GET /admin/tenants': empty,
  'GET /admin/areas': empty,
  'GET /admin/tenantIdentities/users': empty,
}

export const arranged = async ({
  notes = [],
  jobs = [],
  answers = {},
  at,
}: {
  notes?: Notification[]
  jobs?: Task[]
  answers?: Answers
  at?: string
} = {}) => {
  const stored = { notes, jobs }
  const harness = await open({
    ...(at && { at, who: { role: ['Administrator'] } }),
    answers: {
      'GET /admin/notifications/active': () => ({
        body: {
          items: stored.notes,
          count: stored.notes.length,
          unread: stored.notes.filter(({ readed }) => !readed).length,
        },
      }),
      'GET /admin/tasks/active': () => ({ body: { items: stored.jobs, count: stored.jobs.length } }),
      'PUT /admin/notifications': () => {
        stored.notes = stored.notes.map((one) => ({ ...one, readed: true }))
        return { body: {} }
      },
      ...answers,
    },
  })
  const bell = harness.button(/^Notifications/)
  await expect.element(bell).toBeVisible()
  const flyout = harness.page.getByRole('dialog', { name: /^Notifications/ })
  return { ...harness, stored, bell, flyout }
}
