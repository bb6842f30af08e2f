// T54: no spelling of a path and no method leads around a rule.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { raw } from './attacker.ts'

let portico: TestPortico
let person: Person
let browser: Browser
let bearer: Record<string, string>
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  ;({ browser, bearer } = await signIn(portico, person))
})
afterAll(() => portico.close())

describe('paths', () => {
  const secrets = () => [person.id, person.userName, person.email]
  const target = crypto.randomUUID()

  const tricksOf = (path: string) => {
    const [first = '', ...rest] = path.split('/').slice(1)
    const tail = rest.join('/')
    return [
      path.toUpperCase(),
      `${path}/`,
      `${path}//`,
      `/${path}`,
      `/${first}//${tail}`,
      `/${first}/./${tail}`,
      `/${first}/x/../${tail}`,
      `/x/../${first}/${tail}`,
      `/x/%2e%2e/${first}/${tail}`,
      `/${first}/%2e/${tail}`,
      `${path};x`,
      `${path};x=y`,
      `/${first};x/${tail}`,
      `${path}.`,
      `${path}.json`,
      `${path}%20`,
      `${path}%00`,
      `${path}%2f`,
      `${path}%2f..`,
      path.replaceAll('/', '%2f').replace('%2f', '/'),
      path.replace(tail, encodeURIComponent(tail)),
      `/identity${path}`,
      `/identity/identity${path}`,
      `/identity//${path.slice(1)}`,
      `/identity/account/..${path}`,
      `/identity/assets/..${path}`,
      `/identity/assets/%2e%2e${path}`,
      `/identity/connect/..${path}`,
      `${path}?`,
      `${path}#`,
      `${path}??a=b`,
      `/${first}\\${tail.replaceAll('/', '\\')}`,
      path.replace('v1', 'v1%2f.'),
      path.replace('v1', 'V1'),
      path.replace('v1', 'v2'),
      path.replace('profile', 'profil%65'),
      path.replace('account', 'acc%6funt'),
      path.replace('account', '%61ccount'),
      `*${path}`,
      `http://localhost${path}`,
      `http://x@localhost${path}`,
    ]
  }

  test('T54 without a token no spelling of a guarded path gives what it guards', async () => {
    for (const path of [
      '/api/v1/profile',
      '/api/v1/admin/dashboard/homeInfo',
      `/api/v1/account/lock/${target}`,
      '/identity/connect/userinfo',
    ])
      for (const trick of tricksOf(path)) {
        const heard = await raw(
          portico,
          `GET ${trick} HTTP/1.1\r\nHost: localhost\r\nCookie: portico_session=${browser.jar.get('portico_session')}\r\nConnection: close\r\n\r\n`,
        )
        expect([trick, secrets().filter((secret) => heard.includes(secret))]).toEqual([trick, []])
        expect([trick, /^HTTP\/1\.1 (200|3\d\d|4\d\d)/.test(heard)]).toEqual([trick, true])
        // A page of ours may come back; data may not.
        if (heard.startsWith('HTTP/1.1 200'))
          expect([trick, heard]).toEqual([trick, expect.stringMatching(/content-type: text\/html/i)])
      }
  })

  test('T54 a role that is missing is missing in every spelling', async () => {
    for (const trick of tricksOf(`/api/v1/account/lock/${person.id}`)) {
      const heard = await raw(
        portico,
        `GET ${trick} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer['authorization']}\r\nConnection: close\r\n\r\n`,
      )
      expect([trick, heard.includes('"success":true')]).toEqual([trick, false])
    }
    expect(
      await portico.database.query(`select locked_by_administrator as locked from portal_user where id = $1`, [
        person.id,
      ]),
    ).toEqual([{ locked: false }])
  })

  test('T54 no path leads out of the folder of files', async () => {
    for (const path of [
      '/identity/assets/../index.html',
      '/identity/assets/..%2findex.html',
      '/identity/assets/%2e%2e/%2e%2e/package.json',
      '/identity/assets/..\\..\\package.json',
      '/identity/assets/%2e%2e%5cindex.html',
      '/identity/assets//etc/passwd',
      '/identity/assets/%00',
      '/identity/api-docs/../../package.json',
      '/identity/api-docs/..%2f..%2fpackage.json',
      '/identity/demo/mail/..%2f..%2fpackage.json',
      '/identity/demo/mail/..%2f..%2f..%2f..%2fetc%2fpasswd/body',
    ]) {
      const heard = await raw(portico, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect([path, /"devDependencies"|root:x:0/.test(heard)]).toEqual([path, false])
      expect([path, /^HTTP\/1\.1 (200|[34]\d\d)/.test(heard)]).toEqual([path, true])
    }
  })

  test('T54 an unknown path of the API is 404 in JSON, below both of its addresses', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/identity/api/v1/nothing',
      '/identity/api/v1/',
      '/identity/identity/api/v1/profile',
      '/api/v2/profile',
    ]) {
      const answer = await browser.get(path, bearer)
      if (path.startsWith('/identity/identity')) expect(answer.text).not.toContain(person.id)
      else
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
          path,
          404,
          'application/problem+json; charset=utf-8',
        ])
    }
  })

  test('T50 TRACE, CONNECT and invented methods are refused and echo nothing', async () => {
    for (const method of ['TRACE', 'TRACK', 'DEBUG', 'PROPFIND', 'CONNECT', 'get', 'GET\t', ''])
      for (const path of ['/api/v1/profile', '/identity/connect/userinfo', '/']) {
        const heard = await raw(
          portico,
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: told-to-nobody\r\nConnection: close\r\n\r\n`,
        )
        expect([
          method,
          path,
          heard === '' || /^HTTP\/1\.1 4\d\d/.test(heard),
          heard.includes('told-to-nobody'),
        ]).toEqual([method, path, true, false])
      }
  })
})
