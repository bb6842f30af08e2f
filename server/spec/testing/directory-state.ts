// What a directory wrote, as the database has it, and what it writes most often.
import { expect } from 'vitest'
import { type Directory, groupSchema } from './directories.ts'
import type { TestPortico } from './portico.ts'

type Account = {
  email: string
  first_name: string
  last_name: string
  locked_by_administrator: boolean
  job_title: string | null
}

export const accountIn = async ({ database }: TestPortico, id: string) =>
  (
    await database.query<Account>(
      `select email::text, first_name, last_name, locked_by_administrator, job_title from portal_user where id = $1`,
      [id],
    )
  )[0]

export const isMemberIn = async ({ database }: TestPortico, id: string, { tenantId }: Directory) =>
  (await database.query(`select 1 from tenant_member where identity_id = $1 and tenant_id = $2`, [id, tenantId]))
    .length === 1

/** Of somebody, by their own events and those of their memberships. */
export const eventTypesIn = async ({ database }: TestPortico, id: string) =>
  (
    await database.query<{ type: string }>(
      `select type from audit_event where actor_kind = 'user' and $1 in (subject, after->>'identityId', before->>'identityId') order by id`,
      [id],
    )
  ).map(({ type }) => type)

export const groupMembersIn = async ({ database }: TestPortico, id: string, { tenantId }: Directory) => {
  const rows = await database.query<{ id: string }>(
    `select m.user_id as id from group_member m join user_group g on g.id = m.group_id where g.id = $1 and g.directory_tenant_id = $2`,
    [id, tenantId],
  )
  return rows.map((row) => row.id).sort()
}

export const groupOf = (displayName: string, members: readonly string[] = [], more: object = {}) => ({
  schemas: [groupSchema],
  displayName,
  members: members.map((value) => ({ value })),
  ...more,
})

/** What was made: 201. */
export const madeBy = async (directory: Directory, path: string, body: object) => {
  const answer = await directory.call('POST', path, body)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body
}
