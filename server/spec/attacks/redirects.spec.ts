// T2, T4: nobody is sent to an address that is not registered to the letter, or that no application may have.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, issued, rightRequest, signedInBrowser } from './attacker.ts'

let portico: TestPortico
let api: AccountApi
let person: Person
let shop: TestApplication
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
  person = await addPerson(portico)
  shop = await addApplication(portico, {
    name: 'shop',
    redirectUri: 'https://shop.example/callback',
    protocol: { publicClient: true, responseTypes: ['code', 'id_token token'] },
  })
})
afterAll(() => portico.close())

const variantsOf = (uri: string) => {
  const { host, origin, pathname } = new URL(uri)
  return [
    `${uri}/`,
    `${uri}x`,
    `${uri}.evil.example`,
    `${uri}?a=b`,
    `${uri}#x`,
    `${uri}%00`,
    `${uri};x`,
    `${uri}/..`,
    `${uri}/../evil`,
    uri.slice(0, -1),
    uri.toUpperCase(),
    uri.replace(pathname, pathname.toUpperCase()),
    uri.replace(host, `${host}:444`),
    uri.replace(host, `${host}.`),
    uri.replace(host, `${host}.evil.example`),
    uri.replace(host, `evil-${host}`),
    uri.replace(host, `user@${host}`),
    uri.replace(host, `${host}@evil.example`),
    uri.replace(host, `localhost@evil.example`),
    uri.replace(host, `*.${host}`),
    uri.replace(host, host.toUpperCase()),
    uri.replace(/^https?/, (scheme) => (scheme === 'https' ? 'http' : 'https')),
    `${origin}/evil/..${pathname}`,
    `${origin}/./${pathname.slice(1)}`,
    `${origin}//${pathname.slice(1)}`,
    `${origin}${pathname.replace(/^\//, '/%2e%2e/')}`,
    uri.replace('a', '%61'),
    `${origin}/*`,
    '*',
    `${uri} `,
    `${uri}\t`,
    `${uri}\\`,
    uri.replace('//', '/\\'),
    `${uri},https://evil.example`,
    `${uri} https://evil.example`,
    'https://evil.example/callback',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
  ].filter((variant) => variant !== uri)
}

describe('redirect_uri', () => {
  test('T2 an address that is not registered to the letter ends on the provider’s error page, for every client', async () => {
    const { browser } = await signIn(portico, person)
    const before = await issued(portico)
    for (const [client_id, registered] of [
      ['identity', `${portico.identityUrl}/callback`],
      ['shop', shop.redirectUri],
    ] as const)
      for (const redirect_uri of variantsOf(registered)) {
        const answer = await authorize(browser, rightRequest(portico, { client_id, redirect_uri, scope: 'openid' }))
        expect([client_id, redirect_uri, answer.status, answer.headers.get('location')]).toEqual([
          client_id,
          redirect_uri,
          400,
          null,
        ])
        expect(answer.text).toContain('This request cannot be answered')
      }
    expect(await issued(portico)).toBe(before)
  })

  test('T2 the address of one application is refused for another', async () => {
    const { browser } = await signIn(portico, person)
    const answer = await authorize(
      browser,
      rightRequest(portico, { client_id: 'identity', redirect_uri: shop.redirectUri }),
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  test('T2 an error of any kind is never sent to an address that is not registered', async () => {
    const faulty: Record<string, string>[] = [
      { response_type: 'nonsense' },
      { scope: 'nonsense' },
      { prompt: 'none' },
      { prompt: 'none login' },
      { code_challenge_method: 'plain' },
      { request: 'x' },
      { request_uri: 'https://evil.example' },
      { max_age: '-1' },
    ]
    for (const bent of faulty) {
      const answer = await authorize(
        createBrowser(portico.origin),
        rightRequest(portico, { redirect_uri: 'https://evil.example/', ...bent }),
      )
      expect([bent, answer.status, answer.headers.get('location')]).toEqual([bent, 400, null])
    }
  })
})

describe('post_logout_redirect_uri', () => {
  const afterLogout = async (query: Record<string, string>) => {
    const browser = await signedInBrowser(portico, person)
    const page = await browser.get(`/identity/connect/endsession?${new URLSearchParams(query)}`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1]
    if (!xsrf) return page
    return browser.request('POST', '/identity/connect/endsession/confirm', { form: { xsrf, logout: 'yes' } })
  }

  test('T2 the registered address is followed after signing out', async () => {
    const answer = await afterLogout({ client_id: 'shop', post_logout_redirect_uri: 'https://shop.example/' })
    expect(answer.headers.get('location')).toBe('https://shop.example/')
  })

  test('T2 no variant of it is, nor one without a client, nor another client’s', async () => {
    for (const post_logout_redirect_uri of [...variantsOf('https://shop.example/'), shop.redirectUri]) {
      const answer = await afterLogout({ client_id: 'shop', post_logout_redirect_uri })
      expect([post_logout_redirect_uri, answer.status, answer.headers.get('location')]).toEqual([
        post_logout_redirect_uri,
        400,
        null,
      ])
    }
    expect(
      (await afterLogout({ client_id: 'identity', post_logout_redirect_uri: 'https://shop.example/' })).status,
    ).toBe(400)
    const noClient = await afterLogout({ post_logout_redirect_uri: 'https://evil.example/' })
    expect(new URL(noClient.headers.get('location') ?? '', portico.origin).origin).toBe(portico.origin)
  })
})

describe('addresses as an administrator may have saved them', () => {
  const saved = [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://*.evil.example/callback',
    'https://evil.example/callback#here',
    'http://evil.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/',
    'ftp://evil.example/',
    '//evil.example',
    'https://user@evil.example/',
    'vbscript:x',
    '*',
  ]

  test('T4 an address that no application may have leads to no redirect, even when it stands in the database', async () => {
    const { browser } = await signIn(portico, person)
    for (const responseTypes of [['code'], ['code', 'id_token token']])
      for (const [index, redirectUri] of saved.entries()) {
        const name = `saved-${responseTypes.length}-${index}`
        await addApplication(portico, { name, redirectUri, protocol: { publicClient: true, responseTypes } })
        const before = await issued(portico)
        for (const redirect_uri of [redirectUri, redirectUri.replace('*', 'any'), redirectUri.split('#')[0] ?? '']) {
          const answer = await authorize(
            browser,
            rightRequest(portico, { client_id: name, redirect_uri, scope: 'openid' }),
          )
          expect([redirect_uri, answer.status, answer.headers.get('location')]).toEqual([redirect_uri, 400, null])
        }
        expect(await issued(portico)).toBe(before)
      }
  })

  test('T4 one faulty address does not take the application’s right ones with it', async () => {
    const { redirectUri } = await addApplication(portico, {
      name: 'mixed',
      redirectUri: 'https://mixed.example/callback',
    })
    await portico.database.query(
      `update application set redirect_uris = redirect_uris || $1::text[] where name = 'mixed'`,
      [saved],
    )
    const { browser } = await signIn(portico, person)
    const answer = await authorize(
      browser,
      rightRequest(portico, { client_id: 'mixed', redirect_uri: redirectUri, scope: 'openid' }),
    )
    expect(answer.headers.get('location')).toMatch(/^https:\/\/mixed\.example\/callback\?code=/)
  })

  test('T4 a sign-in does not follow such an address either', async () => {
    await addApplication(portico, { name: 'odd', redirectUri: 'http://evil.example/callback' })
    await portico.database.query(
      `update application set redirect_uris = redirect_uris || $1::text[] where name = 'odd'`,
      [saved],
    )
    for (const returnUrl of saved)
      expect([returnUrl, (await api.login(person.userName, { returnUrl })).redirectTo]).toEqual([
        returnUrl,
        '/identity/home',
      ])
  })
})
