// The values of closed lists in the copy of somebody's data (R7.12-01), in the language of the file (R2.6-07).
import { readXlsx } from 'hucre/xlsx'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, languages } from '#contract/kernel/language.ts'
import { personalDataMessages } from '#server/downloads/personal-data.ts'
import { rightsDue } from '#server/features/rights/sayings.ts'
import { activityData, signInsData } from '#server/features/audit/audit.public.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { download } from '#server/spec/testing/workbooks.ts'
import { inWords, values } from './values.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const copyIn = async (language: Language) => {
  const person = await addPerson(portico, { language })
  await portico.write(async (tx) => {
    await tx.query(
      `insert into session_log (session_uid, user_id, user_name, application_name, started_on, last_activity_on, ended_on, end_reason)
       values (gen_random_uuid()::text, $1, 'a', 'Docs', now(), now(), now(), 'ended by its owner')`,
      [person.id],
    )
    await tx.query(
      `insert into rights_request (id, user_id, user_name, mail_to, language, full_name, email, request_date, request_type, rights, received_on, due_on, state)
       values (gen_random_uuid(), $1, 'a', 'a@b.example', 'en', 'A', 'a@b.example', now(), 'Direct', '{Access,DataPortability}', now(), now(), 'InWork')`,
      [person.id],
    )
    await tx.query(
      `insert into process (id, user_id, type, state, input, request_info, queued_on, version)
       values (gen_random_uuid(), $1, 'ExportTenants', 'Done', '{}', '{}', now(), 1)`,
      [person.id],
    )
    await tx.query(
      `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, reason, requested_roles, created_by, created_on, modification_date)
       values (gen_random_uuid(), $1, 'User', 'A', '00000000-0000-0000-0000-000000000000', 'Permission', 'RollBack', 'The tenant is gone', '{}', $1, now(), now())`,
      [person.id],
    )
    const says = rightsDue.said({ name: 'Eva', dueOn: '2026-12-22', left: 0 })
    const ctx = { newId: () => crypto.randomUUID(), now: new Date() }
    await notify(tx, ctx, { userId: person.id, type: 'RightsRequestDue', language: 'en', says })
  })
  const { bearer } = await signIn(portico, person)
  const { sheets } = await readXlsx((await download(portico, '/profile/myData', bearer)).bytes)
  const words = personalDataMessages[language]
  const rowsOf = (title: keyof typeof words) => sheets.find(({ name }) => name === words[title])?.rows ?? []
  return { firstOf: (title: keyof typeof words) => rowsOf(title)[1], rowsOf }
}

test.each([
  {
    language: 'en',
    signIn: ['Success', 'Signed in', 'Local account'],
    ended: 'Ended by the person themselves',
    rights: ['For themselves', 'Access, Data portability', 'In work'],
    done: 'Done',
  },
  {
    language: 'pt',
    signIn: ['Sucesso', 'Sessão iniciada', 'Conta local'],
    ended: 'Terminada pela própria pessoa',
    rights: ['Em nome próprio', 'Acesso, Portabilidade dos dados', 'Em tratamento'],
    done: 'Concluído',
  },
] as const)('R2.6-07 R7.12-01 they are said in the language of the file, $language', async (said) => {
  const { firstOf, rowsOf } = await copyIn(said.language)
  expect(firstOf('signIns')?.slice(1, 4)).toEqual(said.signIn)
  expect(firstOf('sessions')).toContain(said.signIn[2])
  // The sign-in that reads the copy may stand above it.
  expect(rowsOf('sessionLog').flat()).toContain(said.ended)
  expect(firstOf('rightsRequests')).toEqual(expect.arrayContaining([...said.rights]))
  expect(firstOf('processes')).toContain(said.done)
})

test('R2.5-45 and so are notifications and processes', async () => {
  const { firstOf } = await copyIn('de')
  expect(firstOf('notifications')?.slice(1, 3)).toEqual([
    'Datenschutzantrag fällig',
    'Der Datenschutzantrag von Eva ist heute fällig',
  ])
  expect(firstOf('processes')?.slice(1, 3)).toEqual(['Export der Einheiten', 'Beendet'])
})

test('R2.6-07 so is why a request was not applied', async () => {
  const { firstOf } = await copyIn('fr')
  expect(firstOf('requests')).toEqual(expect.arrayContaining(['Accès', 'Non appliquée', 'L’entité n’existe plus']))
})

test('how many attempts are left is counted as the language counts, and what is of no list stays', () => {
  const reasonIn = inWords(signInsData, 'pt')
  const at = signInsData.columns.indexOf('reason')
  const said = (reason: string) => reasonIn(signInsData.columns.map(() => reason))[at]
  const wrong = 'Nome de utilizador ou palavra-passe incorretos'
  expect(['1 attempt', '3 attempts'].map((left) => said(`Incorrect username or password. ${left} left`))).toEqual([
    `${wrong}. Resta 1 tentativa`,
    `${wrong}. Restam 3 tentativas`,
  ])
  expect([said('Something of another version'), said('constructor')]).toEqual([
    'Something of another version',
    'constructor',
  ])
})

test.each([
  ['en', 'Session: Ended'],
  ['pt', 'Sessão: Fim'],
  ['fr', 'Session\u202f: Fin'],
] as const)('R2.6-07 what was done is called as the logs call it, %s', (language, name) => {
  const said = inWords(activityData, language)
  const at = activityData.columns.indexOf('event')
  const called = (type: string) => said(activityData.columns.map(() => type))[at]
  expect(called('session.ended')).toBe(name)
  expect(called('session.of-another-version')).toContain('of-another-version')
  expect(said(activityData.columns.map(() => 'session.ended')).filter((cell) => cell === name)).toHaveLength(1)
})

test('R2.6-07 they are called as the pages call them', () => {
  for (const language of languages) {
    const textsOf = (file: string): Record<string, string> =>
      JSON.parse(readFileSync(`web/locales/${language}/${file}.json`, 'utf8'))
    const [logs, rights, requests] = [textsOf('logs'), textsOf('rights'), textsOf('operation-requests')]
    const { result, signInReason, ended, rightsRequestState, requestStatus } = values[language]
    const same = [
      ...Object.entries(result).map(([value, word]) => [logs[`result-${value}`], word]),
      ...Object.entries(signInReason).map(([value, word]) => [logs[`reason-${value}`], word]),
      ...Object.entries(ended).map(([value, word]) => [logs[`ended-${value.replaceAll(' ', '-')}`], word]),
      ...Object.entries(rightsRequestState).map(([value, word]) => [rights[value], word]),
      ...Object.entries(requestStatus).map(([value, word]) => [requests[value], word]),
    ]
    expect(same.filter(([page, word]) => page !== word)).toEqual([])
  }
})
