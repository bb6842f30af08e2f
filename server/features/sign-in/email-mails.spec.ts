// Both addresses hear of a changed e-mail, and neither learns the other whole.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const change = (id: string, body: object) =>
  createBrowser(portico.origin).request('PATCH', `/api/v1/admin/users/${id}`, { headers: administrator, body })
const mailsAbout = (messages: RegExp) =>
  portico.mails.filter(({ subject }) => messages.test(subject)).map(({ to }) => to.address)

test('A-172 an administrator changes an e-mail: the old address and the new one are told, in the owner’s language', async () => {
  const person = await addPerson(portico, { email: 'former.mail@people.example', language: 'es' })
  expect((await change(person.id, { email: 'newer.mail@people.example' })).status).toBe(200)
  const former = await portico.mailTo('former.mail@people.example')
  const newer = await portico.mailTo('newer.mail@people.example')
  expect([former.subject, newer.subject]).toEqual([
    'Se ha cambiado tu dirección de correo de Portico',
    'Se ha cambiado tu dirección de correo de Portico',
  ])
  expect(former.text).toContain('n•••••l@people.example')
  expect(former.text).not.toContain('newer.mail@')
  expect(newer.text).toContain('f•••••l@people.example')
  expect(newer.text).not.toContain('former.mail@')
})

test('an address in other letters is the same one, and other changes write to nobody', async () => {
  const person = await addPerson(portico, { email: 'same.mail@people.example', language: 'de' })
  await change(person.id, { email: 'Same.Mail@people.example', firstName: 'Other' })
  const other = await addPerson(portico, { email: 'last.mail@people.example', language: 'de' })
  await change(other.id, { email: 'very.last@people.example' })
  await portico.mailTo('very.last@people.example')
  expect(mailsAbout(/E-Mail-Adresse/).filter((address) => /same/i.test(address))).toEqual([])
})

test('a link that went to the old address opens nothing any more', async () => {
  const person = await addPerson(portico, { email: 'leaked.mail@people.example' })
  await createBrowser(portico.origin).request('POST', `/api/v1/admin/users/inviteUser/${person.id}`, {
    headers: administrator,
    body: {},
  })
  const { identityName, token } = linkIn(await portico.mailTo('leaked.mail@people.example'))
  const works = async () => (await accountApi(portico).validateToken(identityName, token)).success
  expect(await works()).toBe(true)
  await change(person.id, { email: 'repaired.mail@people.example' })
  expect(await works()).toBe(false)
})
