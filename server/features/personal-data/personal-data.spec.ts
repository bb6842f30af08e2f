// The copy of everything that is held on a person (R7.12-01, A-176), and that it is theirs alone (T23).
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#contract/kernel/language.ts'
import type { Notification, Task } from '#contract/notifications.ts'
import { personalDataMessages } from '#server/downloads/personal-data.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { download } from '#server/spec/testing/workbooks.ts'
import { sections } from './sections.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const sheetsOf = async (bytes: Buffer) => {
  const { sheets } = await readXlsx(bytes)
  return new Map(sheets.map(({ name, rows }) => [name, rows]))
}
const copyFor = async (person: Person) => {
  const { bearer } = await signIn(portico, person)
  const answer = await download(portico, '/profile/myData', bearer)
  expect(answer.status).toBe(200)
  return { ...answer, bearer, sheets: await sheetsOf(answer.bytes) }
}

/** Somebody of whom something of each kind is known. */
const somebody = async () => {
  const person = await addPerson(portico, { firstName: '=1+1', lastName: 'Ruiz' })
  const app = await addApplication(portico, { name: `copied-${person.id.slice(0, 8)}`, role: 'Reader' })
  const tenantId = await addTenant(portico, { title: 'Sierra' })
  await assignRole(portico, { identityId: person.id, roleId: app.roleId, tenantId })
  await portico.write(async (tx) => {
    await tx.query(`insert into favourite (user_id, application_id) values ($1, $2)`, [person.id, app.id])
    await tx.query(`insert into application_owner (user_id, application_id) values ($1, $2)`, [person.id, app.id])
    await tx.query(
      `insert into scoped_permission (id, application_id, user_id, scope) values (gen_random_uuid(), $2, $1, 'read:all')`,
      [person.id, app.id],
    )
    await tx.query(
      `insert into access_token (id, name, application_id, created_by, created_on, expires_on, token_hash, prefix)
       values (gen_random_uuid(), '@my token', $2, $1, now(), now() + interval '1 day', sha256(gen_random_uuid()::text::bytea), 'ptp_x')`,
      [person.id, app.id],
    )
    await tx.query(
      `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, requested_roles,
                                      created_by, created_on, modification_date)
       values (gen_random_uuid(), $1, 'User', 'Ruiz', $2, 'Permission', 'Applied', $3, $1, now(), now())`,
      [person.id, tenantId, [app.roleId]],
    )
    await tx.query(`insert into avatar (user_id, media_type, body) values ($1, 'image/webp', 'x')`, [person.id])
    await tx.query(
      `insert into notification (id, user_id, type, description, created_on)
       values (gen_random_uuid(), $1, 'PermissionAssigned', '+told', now())`,
      [person.id],
    )
  })
  return { person, app }
}

describe('R7.12-01 A-176 the copy', () => {
  test('is a workbook with a sheet of each kind: profile, roles, groups, sign-ins, tokens’ names, requests and the rest', async () => {
    const { person, app } = await somebody()
    const { sheets, headers } = await copyFor(person)
    expect(headers.get('content-disposition')).toContain('MyData.xlsx')
    expect([...sheets.keys()]).toEqual(sections.map(({ title }) => personalDataMessages.en[title]))
    const first = (name: string) => sheets.get(name)?.[1]
    expect(sheets.get('Profile')).toContainEqual(['User name', person.userName])
    expect(sheets.get('Profile')).toContainEqual(['Email', person.email])
    expect(first('Picture')?.[0]).toBe('image/webp')
    expect(first('Roles')?.slice(0, 4)).toEqual([app.name, 'Reader', 'Sierra', true])
    expect(first('Additional permissions')?.slice(0, 2)).toEqual([app.name, 'read:all'])
    expect(sheets.get('Groups')?.slice(1)).toContainEqual(expect.arrayContaining(['Users', 'Reader']))
    expect(first('Applications owned')?.[0]).toBe(app.name)
    expect(first('Favourites and order')?.slice(0, 2)).toEqual([app.name, true])
    expect(first('Access requests')).toEqual(expect.arrayContaining(['Sierra', 'Applied', `${app.name}: Reader`]))
    expect(first('Sign-ins')).toEqual(expect.arrayContaining(['Success', 'Local account']))
    expect(first('Open sessions')).toEqual(expect.arrayContaining(['Local account']))
    expect(first('Access tokens')?.[0]).toBe('@my token')
    expect(first('Notifications')).toEqual(expect.arrayContaining(['+told']))
    expect(JSON.stringify([...sheets.values()])).not.toContain('ptp_x')
  })

  test('T43 tells what looks like a formula as a text', async () => {
    const { person } = await somebody()
    const { sheets } = await copyFor(person)
    expect(sheets.get('Profile')).toContainEqual(['First name', '=1+1'])
  })

  test('T16 T23 has nothing of anybody else', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const { sheets } = await copyFor(one.person)
    const text = JSON.stringify([...sheets.values()])
    expect(text).toContain(one.person.email)
    for (const foreign of [other.person.email, other.person.userName, other.app.name])
      expect(text).not.toContain(foreign)
  })

  test('speaks the language of the person', async () => {
    const { sheets } = await copyFor(await addPerson(portico, { language: 'fr' }))
    expect([...sheets.keys()].slice(0, 3)).toEqual(['Profil', 'Photo', 'Rôles'])
    expect(sheets.get('Profil')?.[0]).toEqual(['Champ', 'Valeur'])
  })
})

test('every column and every sheet has a word, and no two sheets of a language are called alike', () => {
  for (const { title, columns } of sections)
    for (const word of [title, ...columns])
      expect([word, personalDataMessages.en[word]]).toEqual([word, expect.any(String)])
  for (const language of languages) {
    const titles = sections.map(({ title }) => personalDataMessages[language][title])
    expect(new Set(titles).size).toBe(sections.length)
    expect(titles.filter((title) => title.length > 31)).toEqual([])
  }
})

test('in the background it is one process at a time, and its notification carries the file', async () => {
  const person = await addPerson(portico)
  const { bearer } = await signIn(portico, person)
  const { call } = apiCaller(
    () => portico,
    '',
    () => bearer,
  )
  const waiting = () => call<{ items: Task[] }>('GET', '/admin/tasks/active')
  await portico.write((tx) =>
    tx.query(
      `insert into process (id, user_id, type, state, input, request_info, queued_on, version, lease_until)
       values (gen_random_uuid(), $1, 'ExportMyData', 'Running', '{}', '{}', now(), 1, now() + interval '1 hour')`,
      [person.id],
    ),
  )
  const refused = await call('POST', '/profile/myData')
  expect([refused.status, refused.body.code]).toEqual([409, 'my-data-is-prepared'])
  expect((await waiting()).body.items).toHaveLength(1)
  await portico.write((tx) => tx.query(`update process set state = 'Done' where user_id = $1`, [person.id]))
  const queued = await call<{ success: boolean; process: { type: string } }>('POST', '/profile/myData')
  expect([queued.status, queued.body]).toMatchObject([200, { success: true, process: { type: 'ExportMyData' } }])
  const notice = await until(
    async () => (await call<{ items: Notification[] }>('GET', '/admin/notifications/active')).body.items[0],
  )
  expect(notice).toMatchObject({ type: 'ExportMyData', description: 'Copy of your data: finished' })
  const path = `/admin/filestorage/downloadExcel?url=${encodeURIComponent(notice.file?.url ?? '')}`
  const { bytes } = await download(portico, path, bearer)
  expect((await sheetsOf(bytes)).get('Profile')).toContainEqual(['User name', person.userName])
  const stranger = (await signIn(portico, await addPerson(portico))).bearer
  expect((await download(portico, path, stranger)).status).toBe(404)
})
