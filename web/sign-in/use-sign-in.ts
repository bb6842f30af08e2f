// Where a sign-in stands, and what each answer of the server makes of it (R4.2, R4.3, R4.4).
import { useState } from 'react'
import { nextAddress, queryValue } from './addresses.ts'
import { calls } from './calls.ts'
import { leave, type Reading } from './leave.ts'
import { orUnknown, unknownError } from './messages.ts'
import type { Say } from './use-toasts.ts'

/** R9-04 */
export const codeLifetime = 300_000

export type Credentials = { userName: string; password: string; rememberLogin: boolean }
export const noCredentials: Credentials = { userName: '', password: '', rememberLogin: false }

export type View =
  | { at: 'choice'; arrival: 'first' | 'back' }
  | { at: 'local' }
  | { at: 'code'; token: string; sentTo: string | undefined; deadline: number }
  | { at: 'expired'; token: string; identityName: string; rememberLogin: boolean }

export const useSignIn = (say: Say) => {
  const [view, setView] = useState<View>({ at: 'choice', arrival: 'first' })
  const [credentials, setCredentials] = useState(noCredentials)
  const [errors, setErrors] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const returnUrl = queryValue('ReturnUrl')

  const show = (next: View) => {
    setErrors([])
    setView(next)
  }

  const arrive = (redirectTo: string | undefined, reading: Reading) => {
    say('loginEnded')
    return leave(nextAddress(redirectTo, returnUrl), reading)
  }

  const working = async (call: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setErrors([])
    try {
      await call()
    } catch {
      setErrors([unknownError])
    } finally {
      setBusy(false)
    }
  }

  const enter = async (given: Credentials, reading: Reading) => {
    const answer = await calls.login({ ...given, returnUrl: returnUrl ?? null })
    const { token } = answer
    if (answer.changePassword && token) {
      setCredentials(noCredentials)
      show({ at: 'expired', token, identityName: given.userName, rememberLogin: given.rememberLogin })
    } else if (answer.twoAuthentificationRequired && token) {
      setCredentials(given)
      show({ at: 'code', token, sentTo: answer.sentTo, deadline: Date.now() + codeLifetime })
    } else if (answer.success) {
      await arrive(answer.redirectTo, reading)
    } else {
      setErrors(orUnknown(answer.errors))
    }
  }

  const login = (given: Credentials) => working(() => enter(given, 'brief'))

  const verify = (token: string, code: string) =>
    working(async () => {
      const { userName, password, rememberLogin } = credentials
      const answer = await calls.verifyCode({ token, userName, password, rememberPassword: rememberLogin, code })
      if (answer.success) await arrive(answer.redirectTo, 'brief')
      else setErrors(orUnknown(answer.errors))
    })

  /** R4.4-01: the new password is set, so it signs in. Whatever goes wrong now is the login form's to tell. */
  const enterWithNewPassword = (given: Credentials) => {
    setCredentials({ ...given, password: '' })
    show({ at: 'local' })
    return working(() => enter(given, 'full'))
  }

  const cancelCode = () => {
    setCredentials({ ...credentials, password: '' })
    show({ at: 'local' })
  }

  return { view, show, credentials, setCredentials, errors, busy, login, verify, enterWithNewPassword, cancelCode }
}

export type SignIn = ReturnType<typeof useSignIn>
