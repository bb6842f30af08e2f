// T35: markup in names, titles and descriptions. Through the API it is a text like any other; in mails and pages it is
// shown, and never becomes an element, an attribute or a link. In a browser: e2e/markup.spec.ts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { authorize, rightRequest, signedInBrowser } from './attacker.ts'
import { markup } from './markup.ts'
import { addChief } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { aim, every, rightBody, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let target: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  target = await makeTarget(portico)
})
afterAll(() => portico.close())

const call = (method: string, path: string, body?: unknown) =>
  createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: chief.bearer,
    ...(body === undefined ? {} : { body }),
  })

/** Elements, attributes and addresses of a page, as a reader of HTML takes them. */
const anatomyOf = (html: string) => {
  const tags = [
    ...html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<\/?([a-z!][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi),
  ]
  const attributes = tags.flatMap(([, , inside = '']) =>
    [...inside.matchAll(/([^\s=/"']+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/g)].map(([, name = '', value = '']) => ({
      name: name.toLowerCase(),
      value,
    })),
  )
  return {
    elements: [...new Set(tags.map(([, name = '']) => name.toLowerCase()))].sort(),
    attributes: [...new Set(attributes.map(({ name }) => name))].sort(),
    origins: [
      ...new Set(
        attributes
          .filter(({ name }) => /href|src|action/.test(name))
          .map(({ value }) => value.slice(1, -1).split(/(?<=:\/\/[^/]*)\//)[0]),
      ),
    ].sort(),
  }
}

test('T35 there are about a hundred ways', () => {
  expect(markup.length).toBeGreaterThanOrEqual(95)
})

describe('T35 through the API', () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    'areas.save': ['name'],
    'groups.save': ['name', 'description'],
    'users.change': ['firstName', 'lastName', 'phoneNumber'],
    'applications.change': ['displayName', 'title', 'description'],
    'application-roles.change': ['description'],
    'access-tokens.create': ['name'],
  }
  for (const [name, fields] of Object.entries(texts))
    test(`T35 ${name} gives a text back as it came, as JSON that no browser takes for a page`, async () => {
      const named = every.find((one) => one.name === name)
      if (!named) throw new Error(`there is no ${name}`)
      for (const text of markup) {
        const body = { ...rightBody(named, target), ...Object.fromEntries(fields.map((field) => [field, text])) }
        const { status, headers, json } = await aim(portico, named, { target, as: chief.bearer, body })
        expect([text, status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
          text,
          200,
          'application/json; charset=utf-8',
          'nosniff',
        ])
        expect(headers.get('content-security-policy')).toContain("default-src 'none'")
        for (const field of fields) expect(json()[field]).toBe(text.trim())
      }
    })

  test('T35 a link of an application that a click would run is refused', async () => {
    const named = every.find(({ name }) => name === 'applications.change')
    for (const text of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/x',
      'https://a@b',
      'https:\\\\x',
      'file:///x',
      ' javascript:alert(1)',
      'https://x/\njavascript:alert(1)',
      ...markup,
    ])
      for (const field of ['privateUrl', 'publicUrl', 'backchannelLogoutUri']) {
        const { status } = await aim(portico, named ?? every[0]!, { target, as: chief.bearer, body: { [field]: text } })
        expect([field, text, status]).toEqual([field, text, 400])
      }
  })

  test('T35 a refusal that quotes what was sent is JSON as well', async () => {
    for (const text of markup) {
      const { status, headers } = await call('POST', '/admin/groups', {
        name: text.repeat(9).slice(0, 900),
        areaId: text,
      })
      expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
      for (const path of [
        `/admin/areas/${encodeURIComponent(text)}`,
        `/admin/users?filter=${encodeURIComponent(text)}`,
        `/applications/status/${encodeURIComponent(text)}`,
        `/avatar/${encodeURIComponent(text)}`,
      ]) {
        const answer = await call('GET', path)
        expect([
          path,
          answer.status < 500,
          answer.headers.get('content-type')?.startsWith('text/html') ?? false,
        ]).toEqual([path, true, false])
        if (answer.headers.get('content-type')?.includes('svg')) expect(answer.text).not.toContain('alert')
      }
    }
  })
})

describe('T35 in mails', () => {
  test('T35 no name of a person, and no name of who invites, becomes more than text', async () => {
    const areaId = target.areaId
    const invite = async (firstName: string, lastName: string) => {
      const name = `m-${randomUUID().slice(0, 12)}`
      const made = await call('POST', '/admin/users', {
        userName: name,
        email: `${name}@people.example`,
        firstName,
        lastName,
        areaId,
        language: 'en',
        sendEmailInvite: true,
      })
      expect([firstName, made.status]).toEqual([firstName, 200])
      return portico.mailTo(`${name}@people.example`)
    }
    const plain = anatomyOf((await invite('Ana', 'Ruiz')).html)
    expect(plain.origins.every((origin) => origin?.startsWith('http://localhost'))).toBe(true)
    for (const text of markup) {
      await call('PATCH', `/admin/users/${chief.id}`, { firstName: text, lastName: text })
      const mail = await invite(text, text)
      expect([text, anatomyOf(mail.html)]).toEqual([text, plain])
      expect(mail.html).not.toMatch(/<script|<img|<svg|<iframe|<form/i)
      expect(/[\r\n]/.test(mail.subject)).toBe(false)
    }
  })

  test('T35 a reset mail to such a name neither', async () => {
    const { person } = target
    const mails = portico.mails.length
    await call('PATCH', `/admin/users/${person.id}`, {
      firstName: '<img src=x onerror=alert(1)>',
      lastName: '"><script>alert(1)</script>',
    })
    await createBrowser(portico.origin).post('/api/v1/account/resetPassword', {
      username: person.userName,
      language: 'de',
    })
    const mail = await until(() => portico.mails.slice(mails).find(({ to }) => to.address === person.email))
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail.html).not.toMatch(/<script|<img/i)
  })
})

describe('T35 on pages', () => {
  const pages = (text: string) => {
    const e = encodeURIComponent(text)
    return [
      `/identity/connect/authorize?client_id=${e}`,
      `/identity/connect/authorize?client_id=identity&redirect_uri=${e}`,
      `/identity/connect/endsession?id_token_hint=${e}`,
      `/identity/connect/endsession?post_logout_redirect_uri=${e}&client_id=identity&state=${e}`,
      `/identity/account/login?ReturnUrl=${e}&error=${e}`,
      `/identity/account/accessDenied?reason=${e}`,
      `/identity/account/changePassword?identityName=${e}&token=${e}`,
      `/identity/${e}`,
      `/identity/home?${e}=${e}`,
      `/${e}`,
    ]
  }

  test('T35 no page repeats markup of its address, in whatever language it is asked for', async () => {
    const stranger = createBrowser(portico.origin)
    for (const text of markup.filter((one) => /[<"'`]/.test(one)))
      for (const address of pages(text)) {
        const {
          status,
          text: html,
          headers,
        } = await stranger.get(address, { 'accept-language': text.replace(/[^\x20-\x7e]/g, ''), accept: 'text/html' })
        expect([address, status < 500]).toEqual([address, true])
        if (!headers.get('content-type')?.includes('html')) continue
        expect([address, html.includes(text)]).toEqual([address, false])
        expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe-inline'|default-src[^;]*\*/)
      }
  })

  test('T35 an error that goes back to an application carries nothing of what was sent', async () => {
    const browser = await signedInBrowser(portico, chief)
    for (const text of markup.slice(0, 40)) {
      const { headers, text: html } = await authorize(
        browser,
        rightRequest(portico, {
          scope: `openid ${text}`,
          prompt: text,
          display: text,
          ui_locales: text,
          login_hint: text,
          response_mode: 'form_post',
        }),
      )
      expect([text, html.includes(text), headers.get('location')?.includes(text) ?? false]).toEqual([
        text,
        false,
        false,
      ])
    }
  })

  test('T35 the printed API and its pages hold no data', async () => {
    await call('PUT', `/admin/areas/${target.areaId}`, { name: '<script>alert(1)</script>' })
    for (const address of [
      '/identity/api/docs',
      '/identity/api/docs/',
      '/api/docs',
      '/identity/api/openapi.json',
      '/api/openapi.json',
      '/openapi.json',
    ]) {
      const answer = await createBrowser(portico.origin).get(address)
      expect([address, answer.status < 500, answer.text.includes('<script>alert(1)')]).toEqual([address, true, false])
    }
  })
})
