// T27, T50: bodies and heads that no client would send.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { raw } from './attacker.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

describe('bodies', () => {
  test('T27 bodies that are deep, large, broken or full of tricks are an error of the caller, and the server lives on', async () => {
    const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)
    const bodies = [
      deep('[', ']', 10_000),
      deep('{"a":', '}', 100_000).replace(':}', ':1}'),
      '['.repeat(500_000),
      `{"userName":${deep('[', ']', 50_000)},"password":"x"}`,
      '{"__proto__":{"admin":true},"userName":"x","password":"x"}',
      '{"userName":1e400,"password":"x"}',
      '{"userName":NaN,"password":"x"}',
      'null',
      '[]',
      '"x"',
      '1',
      '{',
      '',
      '\0',
      '\ufeff{}',
      '{"userName":{"toString":"x"},"password":"x"}',
      '{"userName":["x"],"password":["x"]}',
      '{"userName":"a\\u0000b","password":"x"}',
      '{"userName":"x","password":"a\\u0000b","returnUrl":"/\\u0000"}',
      '{"userName":"\\ud800","password":"x"}',
      `{"userName":"x","password":"x","more":"${'y'.repeat(1_100_000)}"}`,
      '{"userName":"x","userName":null,"password":"x"}',
      '{"userName":"x","password":"x","constructor":{"prototype":{"admin":true}}}',
    ]
    for (const call of ['login', 'resetPassword', 'verifyCode', 'changePassword'])
      for (const body of bodies) {
        const { status } = await createBrowser(portico.origin).request('POST', `/api/v1/account/${call}`, {
          body,
          headers: { 'content-type': 'application/json' },
        })
        expect([call, body.slice(0, 60), status === 200 || (status >= 400 && status < 500)]).toEqual([
          call,
          body.slice(0, 60),
          true,
        ])
      }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect((await createBrowser(portico.origin).get('/api/v1/online')).status).toBe(200)
  })

  test('T27 a null byte is refused wherever it stands', async () => {
    const stranger = createBrowser(portico.origin)
    for (const path of [
      '/api/v1/account/validateToken/a%00b/x',
      '/api/v1/account/validateToken/x/a%00b',
      '/api/v1/account/logout?returnUrl=%00',
      '/api/v1/account/externalLogin?provider=%00',
      '/api/v1/account/externalCallback?state=%00&code=%00',
      '/api/v1/admin/applications/status/a%00b',
      '/identity/connect/endsession?client_id=%00',
      '/identity/connect/endsession?logout_hint=%00&state=%00',
    ])
      expect([path, (await stranger.get(path)).status < 500]).toEqual([path, true])
    for (const [call, body] of [
      ['login', { userName: 'a\0b', password: 'x' }],
      ['resetPassword', { username: 'a\0b' }],
      ['changePassword', { identityName: 'a\0', token: '\0', newPassword: 'x' }],
      ['verifyCode', { userName: '\0', token: '\0', password: 'x', code: '\0' }],
    ] as const)
      expect([call, (await stranger.post(`/api/v1/account/${call}`, body)).status]).toEqual([call, 400])
    expect(
      (
        await stranger.get('/identity/connect/authorize?client_id=identity', {
          cookie: 'portico_session=%00; portico_device=%00; XSRF-TOKEN=%00',
        })
      ).status,
    ).toBeLessThan(500)
    expect(
      (
        await stranger
          .get('/api/v1/online', { 'user-agent': 'a\u0001b', language: '\u0001' })
          .catch(() => ({ status: 400 }))
      ).status,
    ).toBeLessThan(500)
  })

  test('T50 a request with two lengths, or a length and chunks, is closed and smuggles nothing in', async () => {
    const inner = `GET /api/v1/account/lock/${crypto.randomUUID()} HTTP/1.1\r\nHost: x\r\n\r\n`
    for (const headers of [
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'Content-Length: +5',
      'Content-Length: 5 5',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: xchunked',
    ]) {
      const heard = await raw(
        portico,
        `POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\n${inner}`,
      )
      expect([headers, /^HTTP\/1\.1 4\d\d/.test(heard), heard.match(/HTTP\/1\.1 /g)?.length]).toEqual([
        headers,
        true,
        1,
      ])
    }
    const cookies = Array.from({ length: 5000 }, (_, n) => `c${n}=x`).join('; ')
    expect(
      await raw(portico, `GET /api/v1/profile HTTP/1.1\r\nHost: x\r\nCookie: ${cookies}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 4\d\d/)
    const keys = Array.from({ length: 5000 }, (_, n) => `k${n}=x`).join('&')
    expect(await raw(portico, `GET /api/v1/profile?${keys} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4\d\d/,
    )
  })
})
