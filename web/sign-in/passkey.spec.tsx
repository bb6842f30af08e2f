// Signing in with a passkey: by the button, and where the browser offers one.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close, open, outcome, refused } from './sign-in.harness.tsx'

afterEach(close)

const ceremony = (transaction: string) => ({
  body: { transaction, options: { challenge: 'AAAA', rpId: 'localhost', userVerification: 'required' } },
})

const shown = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}

const asCredential = (json: object): PublicKeyCredential =>
  Object.assign(Object.create(PublicKeyCredential.prototype), { toJSON: () => json })

const signedIn = outcome({ success: true, redirectTo: '/identity/profile' })

test('the button asks the browser for a passkey, and leads to where the sign-in was heading', async () => {
  const get = vi.spyOn(navigator.credentials, 'get').mockResolvedValue(asCredential(shown))
  const { button, calls, visited } = await open({
    at: '/identity/account/login?ReturnUrl=%2Fidentity%2Fprofile',
    network: { passkey: [ceremony('t-1'), signedIn] },
  })
  await button('Sign in with a passkey').click()
  await expect.poll(() => visited).toEqual(['/identity/profile'])
  expect(calls.map(({ method, path }) => `${method} ${path}`).slice(-2)).toEqual([
    'GET /api/v1/account/passkey?returnUrl=%2Fidentity%2Fprofile',
    'POST /api/v1/account/passkey',
  ])
  expect(calls.at(-1)?.body).toEqual({ transaction: 't-1', credential: shown, rememberLogin: false })
  expect(get.mock.calls[0]?.[0]?.mediation).toBe(undefined)
})

test('anyone who closes the browser’s dialog stays where they are; what the server refuses is told', async () => {
  const dialog = Promise.withResolvers<Credential>()
  const get = vi.spyOn(navigator.credentials, 'get').mockReturnValueOnce(dialog.promise)
  const { button, calls, alert } = await open({
    network: { passkey: [ceremony('t-1'), ceremony('t-2'), refused('Invalid credentials')] },
  })
  const passkey = button('Sign in with a passkey')
  ;(passkey.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => get.mock.calls.length).toBe(1)
  await expect.element(passkey).toBeDisabled()
  dialog.reject(new DOMException('no', 'NotAllowedError'))
  await expect.element(passkey).toBeEnabled()
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.element(passkey).toHaveFocus()
  get.mockResolvedValue(asCredential(shown))
  await button('Sign in with a passkey').click()
  await expect.element(alert()).toMatchTextContent('Invalid credentials')
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('the browser offers passkeys beside the names that it knows, as long as the form is there', async () => {
  let choose: (credential: Credential) => void = () => undefined
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(
    () =>
      new Promise((resolve) => {
        choose = resolve
      }),
  )
  const { button, userName, visited } = await open({
    offersPasskeys: true,
    network: { passkey: [ceremony('t-1'), signedIn] },
  })
  await button('Continue with your account').click()
  await expect.element(userName()).toHaveAttribute('autocomplete', 'username webauthn')
  await expect.poll(() => get.mock.calls.length).toBe(1)
  const asked = get.mock.calls[0]?.[0]
  expect([asked?.mediation, asked?.signal?.aborted]).toEqual(['conditional', false])
  choose(asCredential(shown))
  await expect.poll(() => visited).toEqual(['/identity/profile'])
})

test('leaving the form ends the offer', async () => {
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(() => new Promise(() => undefined))
  const { button } = await open({ offersPasskeys: true, network: { passkey: ceremony('t-1') } })
  await button('Continue with your account').click()
  await expect.poll(() => get.mock.calls.length).toBe(1)
  await button('Select another authentication method').click()
  await expect.poll(() => get.mock.calls[0]?.[0]?.signal?.aborted).toBe(true)
})
