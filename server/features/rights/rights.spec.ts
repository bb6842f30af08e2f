import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Notification } from '#contract/notifications.ts'
import type { OwnRightsRequest, RightsRequest, RightsRequestDetail } from '#contract/rights.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { pdf, sendForm } from './rights-forms.harness.ts'
import { watchRights } from './rights.public.ts'

let portico: TestPortico
let chief: Person
let officer: { authorization: string }
let person: Person
let as: { authorization: string }

beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addPerson(portico, { roles: ['Administrator'], firstName: 'Cleo', lastName: 'Chief' })
  officer = (await signIn(portico, chief)).bearer
})
beforeEach(async () => {
  person = await addPerson(portico, { language: 'es' })
  as = (await signIn(portico, person)).bearer
})
afterAll(() => portico.close())

const call = async <T = RightsRequestDetail & Problem>(method: string, path: string, body?: unknown, who = officer) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/rightsRequests${path}`, {
    headers: who,
    ...(body === undefined ? {} : { body }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    text: answer.text,
    body: answer.text.startsWith('{') ? answer.json<T>() : ({} as T),
  }
}
/** The newest mail may be the one before. */
const mailAbout = (subject: string) =>
  until(() => portico.mails.find((mail) => mail.to.address === person.email && mail.subject === subject))
const received = async () => (await sendForm<OwnRightsRequest>(portico, as)).body
const stepsOf = async (id: string) => (await call('GET', `/${id}`)).body.history.map(({ step, by }) => [step, by])
/** As if it had come so many days ago. */
const age = (id: string, days: number) =>
  portico.write((tx) =>
    tx.query(
      `update rights_request set received_on = received_on - make_interval(days => $2), due_on = due_on - $2::int,
                                 answered_on = answered_on - make_interval(days => $2) where id = $1`,
      [id, days],
    ),
  )

test('A-166 received, in work, answered: each step by whoever took it, the reply mailed to the person', async () => {
  const { id } = await received()
  expect((await call('POST', `/${id}/answer`, { reply: 'Too early.' })).body).toMatchObject({
    status: 409,
    code: 'rights-not-in-work',
  })
  expect((await call('POST', `/${id}/take`)).body.state).toBe('InWork')
  expect((await call('POST', `/${id}/answer`, { reply: ' ' })).body.errors.map(({ field }) => field)).toEqual(['reply'])
  const { body } = await call('POST', `/${id}/answer`, { reply: 'Dear Ana,\n\nthis is all we hold.' })
  expect(body).toMatchObject({ state: 'Answered', daysLeft: null, answeredOn: expect.any(String) })
  expect(await stepsOf(id)).toEqual([
    ['received', 'Ana Ruiz'],
    ['taken', 'Cleo Chief'],
    ['answered', 'Cleo Chief'],
  ])
  const mail = await mailAbout('Respuesta a tu solicitud de protección de datos')
  expect(mail.text).toContain('this is all we hold.')
  const own = await createBrowser(portico.origin).get('/api/v1/profile/excerciseRights', as)
  expect(own.json<{ items: OwnRightsRequest[] }>().items[0]).toMatchObject({
    state: 'Answered',
    reply: 'Dear Ana,\n\nthis is all we hold.',
  })
})

test('A-201 of two officers who act at once one comes first, and the other is told who and when', async () => {
  const { id } = await received()
  const seen = (await call('GET', `/${id}`)).body.modifiedOn
  const answers = await Promise.all([1, 2].map(() => call('POST', `/${id}/take?modifiedOn=${seen}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)?.body
  expect(refused).toMatchObject({ code: 'changed-meanwhile', changed: { by: 'Cleo Chief', on: expect.any(String) } })
  expect((await call('POST', `/${id}/take`)).body.code).toBe('changed-meanwhile')
  await call('POST', `/${id}/answer`, { reply: 'Done.' })
  for (const [verb, body] of [
    ['answer', { reply: 'Again.' }],
    ['extend', { reason: 'Later.' }],
    ['take', {}],
  ] as const)
    expect([verb, (await call('POST', `/${id}/${verb}`, body)).body.code]).toEqual([verb, 'changed-meanwhile'])
})

test('the time is extended once, within the first month, and the person is mailed the reason', async () => {
  const { id, dueOn } = await received()
  const { extensibleTo } = (await call('GET', `/${id}`)).body
  const { body } = await call('POST', `/${id}/extend`, { reason: 'Many archives.' })
  expect([body.dueOn, body.dueOn > dueOn]).toEqual([extensibleTo, true])
  const mail = await mailAbout('Tu solicitud de protección de datos necesita más tiempo')
  expect(mail.text).toContain('Many archives.')
  expect((await call('POST', `/${id}/extend`, { reason: 'More.' })).body.code).toBe('rights-extended-already')
  expect((await call('GET', `/${id}`)).body).toMatchObject({ extensibleTo: null, extensionReason: 'Many archives.' })
  const late = (await received()).id
  await age(late, 40)
  expect((await call('POST', `/${late}/extend`, { reason: 'Late.' })).body.code).toBe('rights-extension-late')
})

describe('the list', () => {
  test('comes by due date with the answered ones last, filtered by state and by what is overdue, and searched', async () => {
    const name = `Zoë Öz-${person.id.slice(0, 6)}`
    const ids: string[] = []
    for (const days of [0, 60, 20]) {
      const { body } = await sendForm<OwnRightsRequest>(portico, as, { fields: { fullName: name } })
      await age(body.id, days)
      ids.push(body.id)
    }
    const done = (await sendForm<OwnRightsRequest>(portico, as, { fields: { fullName: name } })).body.id
    await age(done, 90)
    await call('POST', `/${done}/take`)
    await call('POST', `/${done}/answer`, { reply: 'x' })
    const list = async (query: string) => {
      const { body } = await call<{ items: RightsRequest[]; count: number }>(
        'GET',
        `?search=${encodeURIComponent('zoe oz-')}${person.id.slice(0, 6)}&${query}`,
      )
      return body.items.map(({ id }) => id)
    }
    const [now = '', overdue = '', soon = ''] = ids
    expect(await list('')).toEqual([overdue, soon, now, done])
    expect(await list('overdue=true')).toEqual([overdue])
    expect(await list(`filter=${encodeURIComponent("state eq 'Answered'")}`)).toEqual([done])
    expect((await call('GET', `/${overdue}`)).body.daysLeft).toBeLessThan(0)
  })

  test('T21 is for Administrators, as is every step and document', async () => {
    const { id } = await received()
    const { identificationDocuments } = (await call('GET', `/${id}`)).body
    const helper = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
    for (const who of [helper, as])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', `/${id}`, undefined],
        ['GET', `/${id}/documents/${identificationDocuments[0]?.id}`, undefined],
        ['POST', `/${id}/take`, {}],
        ['POST', `/${id}/extend`, { reason: 'x' }],
        ['POST', `/${id}/answer`, { reply: 'x' }],
      ] as const)
        expect([method, path, (await call(method, path, body, who)).status]).toEqual([method, path, 403])
    expect((await call('GET', `/${id}`)).body.state).toBe('Received')
  })
})

test('T36 a document leaves as a download that nothing runs, and the log has who took it', async () => {
  const { id } = await received()
  const [document] = (await call('GET', `/${id}`)).body.identificationDocuments
  const { status, headers, text } = await call('GET', `/${id}/documents/${document?.id}`)
  expect([status, text, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    200,
    pdf.toString(),
    'application/pdf',
    'nosniff',
  ])
  expect(headers.get('content-disposition')).toContain('attachment; filename="id.pdf"')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect((await stepsOf(id)).at(-1)).toEqual(['documentRead', 'Cleo Chief'])
  const other = (await received()).id
  const elsewhere = await call<Problem>('GET', `/${other}/documents/${document?.id}`)
  expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'file-not-found'])
})

describe('the clock', () => {
  const watch = () => watchRights(jobContext(portico, 'watch-rights'))
  const noticesOf = async (name: string) =>
    (
      await portico.database.query<{ description: string }>(
        `select description from notification where user_id = $1 and type = 'RightsRequestDue' and description like '%' || $2 || '%'`,
        [chief.id, name],
      )
    ).length
  const toldIn = async (language: string, name: string) => {
    const headers = { ...officer, 'accept-language': language }
    const answer = await createBrowser(portico.origin).request('GET', '/api/v1/admin/notifications/active', { headers })
    return answer
      .json<{ items: Notification[] }>()
      .items.filter(({ type, description }) => type === 'RightsRequestDue' && description.includes(name))
      .map(({ description }) => description)
  }
  const named = async (name: string) =>
    (await sendForm<OwnRightsRequest>(portico, as, { fields: { fullName: name } })).body.id

  test('Administrators are reminded seven days before and on the day, once each, by however many instances', async () => {
    const name = `Iris ${person.id}`
    const id = await named(name)
    await watch()
    expect(await noticesOf(name)).toBe(0)
    const { daysLeft } = (await call('GET', `/${id}`)).body
    await age(id, (daysLeft ?? 0) - 7)
    await Promise.all([watch(), watch(), watch()])
    await watch()
    expect(await noticesOf(name)).toBe(1)
    await age(id, 7)
    await Promise.all([watch(), watch()])
    expect(await noticesOf(name)).toBe(2)
    expect([await toldIn('en', name), await toldIn('it', name)]).toEqual([
      [`The rights request of ${name} is due today`, expect.stringContaining('is due on')],
      [`La richiesta di ${name} sui propri dati scade oggi`, expect.stringContaining('sui propri dati scade il')],
    ])
    expect((await stepsOf(id)).map(([step]) => step)).toEqual(['received', 'reminded', 'reminded'])
  })

  test('after the answer documents go, and later the request; what is not answered stays', async () => {
    const [open, answered] = [await named('Otto'), await named('Olga')]
    await call('POST', `/${answered}/take`)
    await call('POST', `/${answered}/answer`, { reply: 'x' })
    await age(open, 2000)
    await age(answered, 181)
    await watch()
    expect((await call('GET', `/${answered}`)).body.identificationDocuments).toEqual([])
    expect((await call('GET', `/${open}`)).body.identificationDocuments).toHaveLength(1)
    expect((await stepsOf(answered)).at(-1)?.[0]).toBe('documentsRemoved')
    await age(answered, 1000)
    await watch()
    const gone = await call<Problem>('GET', `/${answered}`)
    expect([gone.status, gone.body.code]).toEqual([404, 'rights-request-not-found'])
    expect((await call('GET', `/${open}`)).status).toBe(200)
  })
})

test('a request outlives the account of its person, and is answered to where they had their mail', async () => {
  const { id } = await received()
  await createBrowser(portico.origin).request('DELETE', `/api/v1/admin/users/${person.id}`, { headers: officer })
  const { body } = await call('GET', `/${id}`)
  expect([body.userId, body.userName, body.state]).toEqual([null, person.userName, 'Received'])
  await call('POST', `/${id}/take`)
  await call('POST', `/${id}/answer`, { reply: 'Everything is deleted.' })
  const mail = await mailAbout('Respuesta a tu solicitud de protección de datos')
  expect(mail.text).toContain('Everything is deleted.')
})
