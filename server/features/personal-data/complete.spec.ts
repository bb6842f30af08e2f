// The copy of one's data is complete (R7.12-01, A-176): whatever column refers to a person in the database is asked for
// by one of its sheets, or is left out for a reason. What is kept without such a key, as the logs are, is not seen
// here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/kernel/context.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { sections } from './sections.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const leftOut = {
  'authenticator_try.user_id': 'how often a code was tried, for an hour',
  'directory_person.manager_id': 'whose manager somebody is, which is kept of the other person',
  'link_token.user_id': 'hashes of links that were mailed, until they end',
  'oidc_payload.user_id': 'hashes of tokens; their sessions are in a sheet',
  'password_history.user_id': 'hashes of earlier passwords',
  'request_notice.user_id': 'to whom a mail about a request has gone; the request is in a sheet',
  'reset_request.user_id': 'when a reset was asked for, so that few mails go; what came of it is among the sign-ins',
  'security_document.modified_by': 'who changed it last; what somebody did is in a sheet',
  'security_document_version.modified_by': 'the same of earlier versions',
  'stored_file.owner_id': 'files of processes and notifications, which are in sheets',
  'tenant_member.user_id': 'the same as identity_id, by which the sheet asks',
  'two_factor_challenge.user_id': 'hashes of codes that were mailed, for minutes',
} as const

/** What the sheets ask for, without asking. */
const statementsOf = async () => {
  const texts: string[] = []
  const db: Db = {
    query: async (_row, text) => {
      texts.push(text)
      return []
    },
    execute: async (text) => {
      texts.push(text)
      return 0
    },
  }
  const reader = {
    userId: '00000000-0000-4000-8000-000000000000',
    language: 'en',
    sentenceOf: () => undefined,
  } as const
  for (const section of sections) await section.rows(db, reader)
  return texts
}

/** A sheet that says it asks for the table, and by this column. */
const asks = (statement: string, { table, column }: { table: string; column: string }) =>
  new RegExp(`\\b(from|join)\\s+${table}\\b`).test(statement) && new RegExp(`\\b${column}\\b`).test(statement)

test('R7.12-01 A-176 each table that refers to people is in a sheet, or is left out for a reason', async () => {
  const referring = await portico.database.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f'
        and c.confrelid = 'portal_user'::regclass
      order by 1, 2`,
  )
  expect(referring.length).toBeGreaterThan(20)
  const statements = await statementsOf()
  const missing = referring
    .filter((reference) => !statements.some((statement) => asks(statement, reference)))
    .map(({ table, column }) => `${table}.${column}`)
  expect(missing).toEqual(Object.keys(leftOut))
})
