// The library of the portal's own pages (and of most single-page applications), with our browser in place of its
// window.
import {
  type INavigator,
  InMemoryWebStorage,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let person: Person
let board: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  board = await addRelyingParty(portico, { name: 'board' })
})
afterAll(() => portico.close())

/**
 * The library's window, frame or popup: goes where it is sent, signing in if the page comes, and tells where it ended.
 */
const navigator = (browser: Browser, tell: (landed: string) => void = () => undefined, who?: Person): INavigator => ({
  prepare: async () => ({
    navigate: async ({ url }) => {
      const landed = (await land(portico, browser, url, who)).href
      tell(landed)
      return { url: landed }
    },
    close: () => undefined,
  }),
  callback: async () => undefined,
})

const open = (browser: Browser, more: Partial<UserManagerSettings> = {}) => {
  let landed = ''
  const store = () => new WebStorageStateStore({ store: new InMemoryWebStorage() })
  const manager = new UserManager(
    {
      authority: portico.identityUrl,
      client_id: board.name,
      redirect_uri: board.redirectUri,
      post_logout_redirect_uri: board.redirectUri.replace('callback', ''),
      response_type: 'code',
      scope: 'openid profile email',
      userStore: store(),
      stateStore: store(),
      automaticSilentRenew: false,
      ...more,
    },
    navigator(browser, (url) => (landed = url), person),
    navigator(browser),
    navigator(browser),
  )
  const signIn = async () => {
    await manager.signinRedirect({ state: { returnTo: '/orders' } })
    return manager.signinCallback(landed)
  }
  return { manager, signIn, landed: () => new URL(landed) }
}

describe('oidc-client-ts', () => {
  test('R4.1-01 signs in by redirect and has the person’s profile, roles and rest of the identity', async () => {
    const user = await open(createBrowser(portico.origin)).signIn()
    expect(user).toMatchObject({
      expired: false,
      token_type: 'Bearer',
      scopes: ['openid', 'profile', 'email'],
      state: { returnTo: '/orders' },
      profile: { sub: person.id, name: 'Ana Ruiz', email: person.email, role: [], exp_time: expect.any(Number) },
    })
    expect(user?.access_token).toBeTruthy()
  })

  test('userinfo agrees with the id_token', async () => {
    const { manager, signIn } = open(createBrowser(portico.origin), { loadUserInfo: true })
    const user = await signIn()
    expect(user?.profile).toMatchObject({ sub: person.id, given_name: 'Ana', family_name: 'Ruiz' })
    expect((await manager.getUser())?.profile.sub).toBe(person.id)
  })

  test('renews silently by its refresh token, again and again', async () => {
    const { manager, signIn } = open(createBrowser(portico.origin))
    const first = await signIn()
    const second = await manager.signinSilent()
    const third = await manager.signinSilent()
    expect(new Set([first, second, third].map((user) => user?.access_token)).size).toBe(3)
    expect(third?.profile).toMatchObject({ sub: person.id, exp_time: first?.profile['exp_time'] })
  })

  test('without one it asks with prompt=none in a frame, and succeeds while the session lives', async () => {
    const browser = createBrowser(portico.origin)
    const { manager, signIn } = open(browser)
    await expect(manager.signinSilent()).rejects.toMatchObject({ error: 'login_required' })
    await signIn()
    await manager.removeUser()
    expect((await manager.signinSilent())?.profile.sub).toBe(person.id)
    await manager.removeUser()
    await browser.get('/api/v1/account/logout')
    await expect(manager.signinSilent()).rejects.toMatchObject({ error: 'login_required' })
  })

  test('revokes what it holds', async () => {
    const { manager, signIn } = open(createBrowser(portico.origin))
    const user = await signIn()
    await manager.revokeTokens()
    const { status } = await createBrowser(portico.origin).get('/identity/connect/userinfo', {
      authorization: `Bearer ${user?.access_token}`,
    })
    expect(status).toBe(401)
    expect((await manager.getUser())?.refresh_token ?? null).toBeNull()
  })

  test('signs out with its id_token: the page that presses its own button comes back to the application', async () => {
    const browser = createBrowser(portico.origin)
    const { manager, signIn } = open(browser)
    await signIn()
    const { url } = await signOutAddress(manager)
    const page = await browser.get(url)
    expect(page.text).toContain('plain-logout.js')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const back =
      (
        await browser.request('POST', '/identity/connect/endsession/confirm', { form: { xsrf, logout: 'yes' } })
      ).headers.get('location') ?? ''
    expect(new URL(back).searchParams.get('state')).toBe(new URL(url).searchParams.get('state'))
    expect(await manager.signoutCallback(back)).toMatchObject({ userState: { left: true } })
    await expect(manager.signinSilent()).rejects.toMatchObject({ error: 'login_required' })
  })
})

/** Where `signoutRedirect` would send the window, without going there yet. */
const signOutAddress = async (manager: UserManager) => {
  const user = await manager.getUser()
  await manager.removeUser()
  const { url } = await manager['_client'].createSignoutRequest({
    id_token_hint: user?.id_token ?? '',
    post_logout_redirect_uri: manager.settings.post_logout_redirect_uri ?? '',
    state: { left: true },
    request_type: 'so:r',
  })
  return { url }
}
