// Where a sign-in stands, and what each answer of the server makes of it (R4.2, R4.3, R4.4).
import { useState } from 'react'
import type { LoginAnswer } from '#contract/sign-in.ts'
import { nextAddress, queryValue } from './addresses.ts'
import { calls } from './calls.ts'
import { leave, type Reading } from './leave.ts'
import { externalRequired, orUnknown } from './messages.ts'
import { loginHint } from './request.ts'
import type { Say } from './use-toasts.ts'
import { useWork, type Work } from './use-work.ts'

/** R9-04 */
export const codeLifetime = 300_000

export type Credentials = { userName: string; password: string; rememberLogin: boolean }
const noCredentials: Credentials = { userName: '', password: '', rememberLogin: false }

export type View =
  | { at: 'choice'; arrival: 'first' | 'back' }
  | { at: 'local' }
  | { at: 'code'; token: string; sentTo: string | undefined; deadline: number }
  | { at: 'app-code'; token: string; deadline: number }
  | { at: 'expired'; token: string; identityName: string; rememberLogin: boolean }

/** The view that an answer asks for, if it asks for one; both need the token to go on. */
const viewAfter = (answer: LoginAnswer, { userName, rememberLogin }: Credentials): View | undefined => {
  const { token, sentTo } = answer
  if (!token) return undefined
  if (answer.changePassword) return { at: 'expired', token, identityName: userName, rememberLogin }
  if (!answer.twoAuthentificationRequired) return undefined
  const deadline = Date.now() + codeLifetime
  return answer.authenticatorApp ? { at: 'app-code', token, deadline } : { at: 'code', token, sentTo, deadline }
}

type LoginResult = { success: boolean; errors: readonly string[]; redirectTo?: string | undefined }

/** Leaves for good, or comes back with what to show. */
const end = async (answer: LoginResult, say: Say, reading: Reading) => {
  if (!answer.success) return orUnknown(answer.errors)
  say('loginEnded')
  return leave(nextAddress(answer.redirectTo, queryValue('ReturnUrl')), reading)
}

const sendCode = ({ rememberLogin, ...given }: Credentials, code: { token: string; code: string }) =>
  calls.verifyCode({ ...given, ...code, rememberPassword: rememberLogin })

const askPasskey = async () => (await import('./passkey.ts')).enterWithPasskey(false)

const withPasskey = ({ working }: Pick<Work, 'working'>, conclude: (answer: LoginAnswer) => Promise<void>) => ({
  passkey: () =>
    working(async () => {
      const answer = await askPasskey()
      // None where somebody would rather not.
      if (answer) await conclude(answer)
    }),
  /** What the browser offered at the name of the form was taken. */
  enterBy: (answer: LoginAnswer) => working(() => conclude(answer)),
})

/** What a login, or a passkey beside a name, came to where it asks for no other view. */
const useConclusion = ({ setErrors }: Pick<Work, 'setErrors'>, say: Say) => {
  /** The name whose owner may sign in through the external provider only. */
  const [externalName, setExternalName] = useState<string>()
  const conclude = async (answer: LoginAnswer, name: string, reading: Reading = 'brief') => {
    if (!answer.externalRequired) return setErrors(await end(answer, say, reading))
    setExternalName(name || undefined)
    setErrors([externalRequired])
  }
  return { externalName, conclude }
}

const useCredentials = ({ setErrors }: Pick<Work, 'setErrors'>) => {
  const [credentials, setCredentials] = useState(() => ({ ...noCredentials, userName: loginHint() }))
  const type = (typed: Credentials) => {
    // What was said is about another account.
    if (typed.userName !== credentials.userName) setErrors([])
    setCredentials(typed)
  }
  return { credentials, setCredentials, type }
}

export const useSignIn = (say: Say) => {
  const [view, setView] = useState<View>({ at: 'choice', arrival: 'first' })
  const work = useWork()
  const { credentials, setCredentials, type } = useCredentials(work)
  const { setErrors, working } = work
  const { externalName, conclude } = useConclusion(work, say)

  const show = (next: View) => {
    setErrors([])
    setView(next)
  }

  const enter = async (given: Credentials, reading: Reading) => {
    const answer = await calls.login({ ...given, returnUrl: queryValue('ReturnUrl') ?? null })
    const next = viewAfter(answer, given)
    if (!next) return conclude(answer, given.userName, reading)
    setCredentials(next.at === 'expired' ? noCredentials : given)
    return show(next)
  }

  /** Back at the form, which keeps the name and forgets the password. */
  const showForm = (given: Credentials) => {
    setCredentials({ ...given, password: '' })
    show({ at: 'local' })
  }

  return {
    view,
    show,
    credentials,
    setCredentials: type,
    isExternal: externalName === credentials.userName,
    errors: work.errors,
    busy: work.busy,
    login: (given: Credentials) => working(() => enter(given, 'brief')),
    ...withPasskey(work, (answer) => conclude(answer, credentials.userName)),
    verify: (token: string, code: string) =>
      working(async () => setErrors(await end(await sendCode(credentials, { token, code }), say, 'brief'))),
    cancelCode: () => showForm(credentials),
    /** R4.4-01. Whatever goes wrong from here on is the login form's to tell. */
    enterWithNewPassword(given: Credentials) {
      showForm(given)
      return working(() => enter(given, 'full'))
    },
  }
}

export type SignIn = ReturnType<typeof useSignIn>
