import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Notification } from '#contract/notifications.ts'
import type { OwnRightsRequest } from '#contract/rights.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { doc, docx, jpg, pdf, png, type SentForm, type SentFile, sendForm, xls, zip } from './rights-forms.harness.ts'

let portico: TestPortico
let person: Person
let as: { authorization: string }

beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_DATA_PROTECTION_ADDRESS: 'dpo@portico.example' })
})
beforeEach(async () => {
  person = await addPerson(portico, { language: 'fr' })
  as = (await signIn(portico, person)).bearer
})
afterAll(() => portico.close())

const send = (fields: SentForm = {}, files?: readonly SentFile[]) =>
  sendForm<OwnRightsRequest & Problem>(portico, as, { fields, ...(files && { files }) })
const faults = async (fields: SentForm, files?: readonly SentFile[]) => {
  const { status, body } = await send(fields, files)
  return [status, ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)]
}

test('R3.8-21 R7.12-05 a request is stored with its documents, and is the person’s to read', async () => {
  const { status, body } = await send({ requestType: 'Representative', representativeData: 'Lía Mora, lawyer' })
  expect([status, body]).toMatchObject([
    200,
    {
      requestDate: '2024-03-02',
      fullName: 'Ana Ruiz',
      email: 'ana@people.example',
      requestType: 'Representative',
      representativeData: 'Lía Mora, lawyer',
      rightsToExcercise: ['Access', 'DataPortability'],
      requestDetails: 'Everything that you hold.',
      identificationDocuments: [{ name: 'id.pdf', size: pdf.length }],
      state: 'Received',
      daysLeft: expect.any(Number),
    },
  ])
  const own = await createBrowser(portico.origin).get('/api/v1/profile/excerciseRights', as)
  expect(own.json()).toEqual({ items: [body], count: 1 })
  const other = (await signIn(portico, await addPerson(portico))).bearer
  const foreign = await createBrowser(portico.origin).get('/api/v1/profile/excerciseRights', other)
  expect(foreign.json()).toEqual({ items: [], count: 0 })
})

test('A-166 it is recorded without what was written, mailed to both, and told to Administrators', async () => {
  const chief = await addPerson(portico, { roles: ['Administrator'], language: 'de' })
  const { body } = await send({ fullName: 'Ana\r\nBcc: x@y.example Ruiz' })
  const [event] = await portico.database.query<{ after: object }>(
    `select after from audit_event where type = 'rights-request.received' and subject = $1`,
    [body.id],
  )
  expect(event?.after).toEqual({
    state: 'Received',
    requestType: 'Direct',
    rightsToExcercise: ['Access', 'DataPortability'],
    dueOn: body.dueOn,
    documents: 1,
  })
  const confirmation = await portico.mailTo(person.email)
  expect([confirmation.language, confirmation.subject, confirmation.text]).toEqual([
    'fr',
    'Nous avons bien reçu votre demande relative à vos données',
    expect.stringContaining('Accès, Portabilité'),
  ])
  // Other requests are mailed there, too.
  const officer = await until(() =>
    portico.mails.find(({ to, text }) => to.address === 'dpo@portico.example' && text.includes('Ana Bcc: x@y.example')),
  )
  expect(officer.text).toContain(`/identity/admin/rights/`)
  const notices = await portico.database.query<{ description: string }>(
    `select description from notification where user_id = $1 and type = 'RightsRequestReceived'`,
    [chief.id],
  )
  expect(notices.map(({ description }) => description)).toEqual([
    expect.stringContaining('macht Datenschutzrechte geltend'),
  ])
  const { bearer } = await signIn(portico, chief)
  const toldIn = async (language: string) =>
    createBrowser(portico.origin)
      .request('GET', '/api/v1/admin/notifications/active', { headers: { ...bearer, 'accept-language': language } })
      .then((answer) => answer.json<{ items: Notification[] }>().items[0]?.description)
  expect([await toldIn('pt'), await toldIn('de')]).toEqual([
    expect.stringContaining('exerce os seus direitos de proteção de dados: é preciso responder até'),
    notices[0]?.description,
  ])
})

describe('what is wrong is told by field, all of it at once', () => {
  test('R5.6-01 R5.6-02 R5.6-03 R5.6-05 R5.6-06 a form of nothing names every field that it needs', async () => {
    const nothing = { email: '', fullName: ' ', requestDate: '', rightsToExcercise: '[]', requestType: undefined }
    expect(await faults(nothing, [])).toEqual([
      400,
      'email: Please input the email!',
      'fullName: Please input the name of the interested!',
      'requestDate: Please input the request date!',
      'rightsToExcercise: Please check at least one right to exercise!',
      'requestType: requestType is required',
      'files: Please add the required documents!',
    ])
  })

  test('A-182 an e-mail has at most 256 characters, as everywhere', async () => {
    const ofLength = (length: number) => `ana@${'x.'.repeat(100)}people.example`.padStart(length, 'x')
    expect((await send({ email: ofLength(256) })).status).toBe(200)
    expect(await faults({ email: ofLength(257) })).toEqual([400, 'email: email must have at most 256 characters'])
  })

  test('R5.6-03 R5.6-04 R3.6-11 an e-mail is valid, a type and a right are those of the list, in its spelling', async () => {
    expect(await faults({ email: 'nobody' })).toEqual([400, 'email: Please type a valid email!'])
    expect((await faults({ requestType: 'Other' }))[0]).toBe(400)
    for (const rights of ['["TreatmentOpposition"]', '["access"]', '{', '"Access"', ''])
      expect([rights, (await faults({ rightsToExcercise: rights }))[0]]).toEqual([rights, 400])
    const all = ['Access', 'Information', 'Correction', 'TreatmentOpisition', 'Supression', 'DataPortability']
    expect((await send({ rightsToExcercise: JSON.stringify([...all, 'Access']) })).body.rightsToExcercise).toEqual(all)
  })

  test('A-167 the date is a day of the calendar, DD/MM/yyyy, and not in the future', async () => {
    for (const date of ['2024-03-02', '2/3/2024', '31/02/2024', '03/30/2024', 'today'])
      expect(await faults({ requestDate: date })).toEqual([400, 'requestDate: A date is written DD/MM/yyyy'])
    expect(await faults({ requestDate: '01/01/2999' })).toEqual([
      400,
      'requestDate: The request date cannot be in the future',
    ])
  })

  test('R5.6-09 what the representative and the details are need not be said', async () => {
    const { status, body } = await send({ representativeData: undefined, requestDetails: undefined })
    expect([status, body.representativeData, body.requestDetails]).toEqual([200, null, null])
  })
})

describe('documents', () => {
  test('R5.6-08 T36 pdf, doc, docx, png, jpg and jpeg are taken, by their content as well as by their name', async () => {
    const good: SentFile[] = [
      ['a.pdf', pdf],
      ['b.doc', doc],
      ['c.DOCX', docx],
      ['d.png', png],
      ['e.jpg', jpg],
      ['f.jpeg', jpg],
    ]
    expect((await send({}, good)).body.identificationDocuments.map(({ name }) => name)).toEqual(
      good.map(([name]) => name),
    )
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const wrong: SentFile[] = [
      ['a.pdf', png],
      ['a.png', html],
      ['a.doc', xls],
      ['a.docx', zip],
      ['a.jpg', Buffer.alloc(0)],
      ['a.pdf', docx],
      ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['a.pdf.html', html],
      ['pdf', pdf],
    ]
    for (const file of wrong) expect([file[0], (await faults({}, [file]))[0]]).toEqual([file[0], 400])
  })

  test('R5.6-07 A-27 all of them together have 2,097,152 bytes at most: that is taken, one more is not', async () => {
    const fill = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length)])
    const [half, rest] = [1_048_576, 1_048_576]
    const whole: SentFile[] = [
      ['a.pdf', fill(half)],
      ['b.pdf', fill(rest)],
    ]
    expect((await send({}, whole)).status).toBe(200)
    const { status, body } = await send({}, [
      ['a.pdf', fill(half)],
      ['b.pdf', fill(rest + 1)],
    ])
    expect([status, body.code, body.errors]).toEqual([
      413,
      'two-megabytes-exceeded',
      [expect.objectContaining({ field: 'files', message: '2MB limit exceeded' })],
    ])
  })

  test('T36 a name leads nowhere, and a field of another name holds no document', async () => {
    const { body } = await send({}, [['..\\..\\etc/pass\u202ewd<b>.pdf', pdf]])
    expect(body.identificationDocuments.map(({ name }) => name)).toEqual(['passwd_b_.pdf'])
    expect((await sendForm<Problem>(portico, as, { field: 'file' })).body.code).toBe('file-missing')
    expect((await sendForm(portico, as, { field: 'files' })).status).toBe(200)
  })
})

/** Four forms of one person are read at a time: whoever sends more is told to come again, and nothing was taken. */
const sendUntilRead = async (): Promise<Awaited<ReturnType<typeof send>>> => {
  const answer = await send()
  return answer.body.code === 'busy' ? sendUntilRead() : answer
}

test('a person sends five requests a day, also when they are sent at once', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, sendUntilRead))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(answers.flatMap(({ status, body }) => (status === 429 ? body.code : []))).toEqual(
    Array(2).fill('too-many-rights-requests'),
  )
  portico.moveClock(86_400_000)
  expect((await send()).status).toBe(200)
  portico.moveClock(-86_400_000)
})
