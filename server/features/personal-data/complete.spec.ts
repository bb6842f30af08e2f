// The copy of one's data is complete (R7.12-01, A-176): whatever refers to a person in the database is in one of its
// sheets, or is left out for a reason.
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
  authenticator_try: 'how often a code was tried, for an hour',
  link_token: 'hashes of links that were mailed, until they end',
  oidc_payload: 'hashes of tokens; their sessions are in a sheet',
  password_history: 'hashes of earlier passwords',
  request_notice: 'to whom a mail about a request has gone; the request is in a sheet',
  reset_request: 'when a reset was asked for, so that few mails go; what came of it is among the sign-ins',
  security_document: 'who changed it last; what somebody did is in a sheet',
  security_document_version: 'the same of earlier versions',
  stored_file: 'files of processes and notifications, which are in sheets',
  two_factor_challenge: 'hashes of codes that were mailed, for minutes',
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
  for (const section of sections) await section.rows(db, '00000000-0000-4000-8000-000000000000')
  return texts.join('\n')
}

test('R7.12-01 A-176 each table that refers to people is in a sheet, or is left out for a reason', async () => {
  const referring = await portico.database.query<{ table: string }>(
    `select distinct c.conrelid::regclass::text as table
       from pg_constraint c
      where c.contype = 'f'
        and c.confrelid = 'portal_user'::regclass
      order by 1`,
  )
  const asked = await statementsOf()
  const missing = referring.map(({ table }) => table).filter((table) => !new RegExp(`\\b${table}\\b`).test(asked))
  expect(missing).toEqual(Object.keys(leftOut))
})
