// T11: nobody floods a mailbox, and no header of a request gets into a mail or a redirect.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, later, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { raw } from './attacker.ts'

let portico: TestPortico
let api: AccountApi
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
})
afterAll(() => portico.close())

describe('asking without end', () => {
  test('T11 a thousand requests, fifty at a time, send five mails an hour, and each gets the same answer', async () => {
    const person = await addPerson(portico)
    const answers = new Set<string>()
    for (let round = 0; round < 20; round++)
      for (const { status, text } of await Promise.all(
        Array.from({ length: 50 }, () =>
          createBrowser(portico.origin).post('/api/v1/account/resetPassword', {
            username: round % 2 ? person.userName : person.email.toUpperCase(),
          }),
        ),
      ))
        answers.add(`${status} ${text}`)
    expect([...answers]).toEqual(['200 {"success":true,"errors":[]}'])
    await until(
      async () =>
        (
          await portico.database.query(
            `select 1 from pgboss.job where name = 'mail-reset-link' and state in ('created', 'active', 'retry')`,
          )
        ).length === 0,
    )
    expect(portico.mails.filter(({ to }) => to.address === person.email)).toHaveLength(5)
    await later(portico, 61, async () => {
      await api.resetPassword(person.userName)
      await until(() => portico.mails.filter(({ to }) => to.address === person.email).length === 6)
    })
  })

  test('T11 the signed-in person and the administrator send no more than that either', async () => {
    const person = await addPerson(portico)
    const self = await signIn(portico, person)
    const admin = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        createBrowser(portico.origin).get(
          `/api/v1/profile/resetPassword/${person.userName}`,
          (n % 2 ? self : admin).bearer,
        ),
      ),
    )
    expect(answers.filter(({ text }) => text.includes('"success":true'))).toHaveLength(5)
    expect(
      await portico.database.query(`select 1 from audit_event where type = 'user.reset-asked' and subject = $1`, [
        person.id,
      ]),
    ).toHaveLength(5)
  })

  test('T11 the links of mails lead to the configured address, whatever Host, X-Forwarded-Host or Origin say', async () => {
    const spoofed: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example:443' },
      { 'x-original-url': 'https://evil.example', 'x-host': 'evil.example' },
    ]
    for (const headers of spoofed) {
      const person = await addPerson(portico)
      await createBrowser(portico.origin).post('/api/v1/account/resetPassword', { username: person.userName }, headers)
      const mail = await portico.mailTo(person.email)
      expect(linkIn(mail).url.origin).toBe(new URL(portico.identityUrl).origin)
      expect(mail.text + mail.html).not.toContain('evil.example')
    }
  })

  test('T11 discovery and redirects keep the configured address as well, an absolute request target included', async () => {
    const paths = [
      '/identity/.well-known/openid-configuration',
      '/identity/connect/authorize?client_id=identity',
      '/identity/connect/endsession',
      '/api/v1/account/logout',
      '/api/v1/account/externalLogin',
      '/',
      '/identity/api/v1/config',
    ]
    for (const path of paths)
      for (const host of ['evil.example', `evil.example:${portico.port}`, 'localhost@evil.example']) {
        const heard = await raw(
          portico,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Prefix: /evil.example\r\nConnection: close\r\n\r\n`,
        )
        expect(heard).toMatch(/^HTTP\/1\.1 /)
        expect([path, host, heard.includes('evil.example')]).toEqual([path, host, false])
        const absolute = await raw(
          portico,
          `GET http://evil.example${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
        )
        expect([path, absolute.includes('evil.example')]).toEqual([path, false])
      }
  })
})
