import { afterEach, expect, test, vi } from 'vitest'
import {
  config,
  close,
  discovery,
  home,
  identityUrl,
  inSeconds,
  marta,
  open,
  playClock,
  storeUser,
  userKey,
} from '#web/app/portal.harness.tsx'

afterEach(close)

const authorize = (address: string | undefined) => {
  const target = new URL(address ?? '', location.origin)
  return { path: target.pathname, query: Object.fromEntries(target.searchParams) }
}

test('R4.1-01 R2.4-31 anyone who is not signed in sees a spinner and goes to sign in, with code and PKCE', async () => {
  const { visited, text } = await open({ who: 'nobody' })
  await expect.element(text('Signing you in')).toBeVisible()
  await expect.poll(() => visited.length).toBe(1)
  const { path, query } = authorize(visited[0])
  expect(path).toBe('/identity/oidc/auth')
  expect(query).toMatchObject({
    client_id: 'identity',
    response_type: 'code',
    scope: config.scopes,
    redirect_uri: `${identityUrl}/callback`,
    code_challenge_method: 'S256',
  })
})

test('R4.1-01 after the sign-in the user is back on the address that was asked for', async () => {
  const first = await open({ who: 'nobody', at: '/identity/profile?x=1' })
  await expect.poll(() => first.visited.length).toBe(1)
  const { state } = authorize(first.visited[0]).query
  const stored = { ...localStorage }
  await close()
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  const claims = btoa(
    JSON.stringify({
      iss: identityUrl,
      sub: marta.sub,
      aud: 'identity',
      given_name: 'Marta',
      family_name: 'Oliveira',
      exp: inSeconds(900),
      iat: inSeconds(0),
    }),
  )
  const tokens = {
    access_token: 'fresh',
    id_token: `${btoa('{"alg":"ES256"}')}.${claims}.x`,
    token_type: 'Bearer',
    expires_in: 900,
    scope: config.scopes,
  }
  const { heading } = await open({
    who: 'nobody',
    at: `/identity/callback?code=c&state=${state}`,
    answers: { 'POST /identity/oidc/token': { body: tokens } },
  })
  await expect.element(heading('Profile')).toBeVisible()
  expect(location.pathname + location.search).toBe('/identity/profile?x=1')
})

test('R4.1-04 a stored sign-in without every configured scope, or past its end, is no sign-in', async () => {
  for (const [claims, change] of [
    [{}, { scope: 'openid profile' }],
    [{ exp_time: inSeconds(-5) }, {}],
  ]) {
    localStorage.clear()
    storeUser(claims, change)
    const stored = localStorage.getItem(userKey) ?? ''
    localStorage.clear()
    localStorage.setItem(userKey, stored)
    const { visited } = await open({
      who: 'nobody',
      answers: {
        'POST /identity/oidc/token': {
          body: { access_token: 'again', token_type: 'Bearer', expires_in: 900, scope: 'openid profile' },
        },
      },
    })
    await expect.poll(() => authorize(visited[0]).path).toBe('/identity/oidc/auth')
    await close()
  }
})

test('R2.4-32 a failed sign-in shows the word ERROR and the error written out, as text', async () => {
  localStorage.setItem(
    'portico.request.s1',
    JSON.stringify({
      id: 's1',
      created: inSeconds(0),
      request_type: 'si:r',
      authority: identityUrl,
      client_id: 'identity',
      redirect_uri: `${identityUrl}/callback`,
      scope: 'openid',
      code_verifier: 'v',
    }),
  )
  const { heading } = await open({
    who: 'nobody',
    at: '/identity/callback?state=s1&error=access_denied&error_description=%3Cimg%20src%3Dx%3E',
  })
  await expect.element(heading('ERROR')).toBeVisible()
  const written = document.querySelector('.auth-error pre')
  expect(written?.textContent).toContain('"error": "access_denied"')
  expect(written?.textContent).toContain('<img src=x>')
  expect(written?.querySelector('img')).toBeNull()
})

test('R2.4-32 a configuration that does not come shows the error screen, too', async () => {
  const { heading, text } = await open({
    answers: { 'GET /config': { status: 503, body: { code: 'database-unavailable' } } },
  })
  await expect.element(heading('ERROR')).toBeVisible()
  await expect.element(text(/The service is not available at the moment/)).toBeVisible()
})

test('R4.1-03 a 401 says Access is denied, signs in silently and repeats the call', async () => {
  const { text, heading, calls } = await open({
    answers: {
      'GET /admin/applications/homeInfo': ({ headers }) =>
        headers.get('authorization') === 'Bearer renewed'
          ? { body: { applications: { items: [], count: 0 }, clientPortalAppId: null } }
          : { status: 401 },
    },
  })
  await expect.element(text('Access is denied')).toBeVisible()
  await expect.element(text(/It seems that you dont have access/)).toBeVisible()
  await expect.element(heading('Marta Oliveira')).toBeVisible()
  expect(calls('POST /identity/oidc/token')).toHaveLength(1)
})

test('R4.1-03 after three silent sign-ins in a row the refusal stands, whatever else is answered meanwhile', async () => {
  let count = 0
  const { alert, calls } = await open({
    answers: {
      'GET /admin/applications/homeInfo': { status: 401 },
      'POST /identity/oidc/token': () => ({
        body: { access_token: `renewed-${(count += 1)}`, token_type: 'Bearer', expires_in: 900, scope: config.scopes },
      }),
    },
  })
  await expect.element(alert().filter({ hasText: 'An error occurred' }).getByText('Access is denied')).toBeVisible()
  expect(calls('POST /identity/oidc/token')).toHaveLength(3)
  expect(calls('GET /admin/applications/homeInfo')).toHaveLength(4)
})

test('R4.1-02 signed out in another tab, the session goes, a silent sign-in is tried, then the user has to sign in', async () => {
  playClock()
  const { visited, heading, text } = await open()
  await expect.element(heading('Marta Oliveira')).toBeInTheDocument()
  new BroadcastChannel('portico.session').postMessage('signed-out')
  await expect.element(text('Signing you in')).toBeVisible()
  expect(localStorage.getItem(userKey)).toBeNull()
  await vi.advanceTimersByTimeAsync(2100)
  await expect.poll(() => document.querySelector('iframe')).not.toBeNull()
  const pendingRequests = () =>
    Object.entries({ ...localStorage }).filter(([name]) => name.startsWith('portico.request.'))
  await expect
    .poll(() => pendingRequests().map(([, request]) => JSON.parse(String(request)).request_type))
    .toEqual(['si:s'])
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.poll(() => visited.map((address) => authorize(address).path)).toContain('/identity/oidc/auth')
})

test('R9-21 tokens are in the local storage, and are renewed silently ahead of their end', async () => {
  playClock()
  const { heading, calls } = await open()
  await expect.element(heading('Marta Oliveira')).toBeInTheDocument()
  expect(calls('POST /identity/oidc/token')).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(841_000)
  await expect.poll(() => calls('POST /identity/oidc/token').length).toBe(1)
  await expect.poll(() => JSON.parse(localStorage.getItem(userKey) ?? '{}').access_token).toBe('renewed')
})

test('a token that another tab has renewed meanwhile is taken over instead of being renewed again', async () => {
  playClock()
  const { heading, calls } = await open()
  await expect.element(heading('Marta Oliveira')).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(600_000)
  storeUser({}, { access_token: 'from-the-other-tab' })
  await vi.advanceTimersByTimeAsync(250_000)
  expect(calls('POST /identity/oidc/token')).toHaveLength(0)
})

test('closing the session removes the tokens, tells the other tabs and ends the session of the server', async () => {
  const heard = vi.fn()
  const other = new BroadcastChannel('portico.session')
  other.addEventListener('message', heard)
  const { button, visited } = await open()
  await button(/^Your account/).click()
  await button('Close session').click()
  await expect.poll(() => visited.length).toBe(1)
  expect(authorize(visited[0])).toEqual({
    path: new URL(discovery.end_session_endpoint).pathname,
    query: { id_token_hint: 'the-id-token', post_logout_redirect_uri: `${identityUrl}/account/logout` },
  })
  expect(localStorage.getItem(userKey)).toBeNull()
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  other.close()
})

test('R7.3-08 where the identity server cannot be asked, account/logout ends the session', async () => {
  const { button, visited } = await open({
    answers: { 'GET /identity/.well-known/openid-configuration': 'network error' },
  })
  await button(/^Your account/).click()
  await button('Close session').click()
  await expect.poll(() => visited).toEqual(['/identity/api/v1/account/logout'])
})

/** A refused call has the tokens renewed, and the answer waits for `answerNow`. */
const openRenewing = async () => {
  const { promise: told, resolve: answerNow } = Promise.withResolvers<void>()
  const answer = {
    body: { access_token: 'renewed', token_type: 'Bearer', expires_in: 900, scope: config.scopes },
  }
  const harness = await open({
    answers: {
      'GET /admin/applications/homeInfo': ({ headers }) =>
        headers.get('authorization') === 'Bearer first' ? { status: 401 } : home([]),
      'POST /identity/oidc/token': () => told.then(() => answer),
    },
  })
  await expect.poll(() => harness.calls('POST /identity/oidc/token').length).toBe(1)
  const renewalEnds = async () => {
    answerNow()
    await navigator.locks.request('portico.session', () => {})
  }
  return { ...harness, renewalEnds }
}

test('R4.1-02 R9-21 a renewal that is answered after the session was closed does not bring it back', async () => {
  const { button, visited, renewalEnds } = await openRenewing()
  await button(/^Your account/).click()
  await button('Close session').click()
  await expect.poll(() => visited.length).toBe(1)
  await renewalEnds()
  expect(localStorage.getItem(userKey)).toBeNull()
  expect(visited.map((address) => authorize(address).path)).toEqual([new URL(discovery.end_session_endpoint).pathname])
})

test('R4.1-02 what another tab stores while this one renews stands', async () => {
  const { renewalEnds } = await openRenewing()
  storeUser({}, { access_token: 'from-the-other-tab' })
  await renewalEnds()
  expect(JSON.parse(localStorage.getItem(userKey) ?? '{}').access_token).toBe('from-the-other-tab')
})
