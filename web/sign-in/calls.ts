// The calls of the account API (R7.3). A 2xx answer is an outcome; everything else is one failure.
import type { Outcome, Problem } from '#contract/kernel/answer.ts'
import type { OutputOf, SentOf } from '#contract/kernel/endpoint.ts'
import type { signIn } from '#contract/sign-in.ts'

type Api = typeof signIn

const limit = 60_000

class CallFailed extends Error {
  readonly problem: Partial<Problem>
  constructor(problem: Partial<Problem>) {
    super(problem.title ?? 'The call failed')
    this.problem = problem
  }
}

/** R8.2-07: what a refused call says of itself, its list before its title. */
export const wordsOf = (failure: unknown): string[] => {
  if (!(failure instanceof CallFailed)) return []
  const later = comeBackLater(failure)
  if (later) return [later]
  const { errors, title } = failure.problem
  if (Array.isArray(errors) && errors.length > 0) return errors.map((error) => error.message)
  return title ? [title] : []
}

/**
 * The server's own words where calling again later is all there is to do: busy, too many calls, no database, a full
 * disk.
 */
export const comeBackLater = (failure: unknown): string | undefined => {
  if (!(failure instanceof CallFailed)) return undefined
  const { status, message } = failure.problem
  return status === 429 || status === 503 || status === 507 ? message : undefined
}

const xsrfToken = () => {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='))
  return cookie ? decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) : undefined
}

/** Every call: with the XSRF token of the cookie, and in the language of the page (R7.1-01). */
export const send = async <T>(address: string, body?: unknown, most = limit): Promise<T> => {
  const token = xsrfToken()
  const response = await fetch(address, {
    headers: {
      Accept: 'application/json',
      'Accept-Language': document.documentElement.lang,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { 'X-XSRF-TOKEN': token }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(most),
  })
  if (!response.ok) throw new CallFailed(await response.json().catch(() => ({})))
  return (await response.json()) as T
}

const account = '/api/v1/account/'
const post = <T>(path: string, body: unknown) => send<T>(account + path, body)

export const calls = {
  login: (input: SentOf<Api['login']>) => post<OutputOf<Api['login']>>('login', input),
  verifyCode: (input: SentOf<Api['verifyCode']>) => post<OutputOf<Api['verifyCode']>>('verifyCode', input),
  passkeyOptions: (returnUrl: string | undefined) =>
    send<OutputOf<Api['passkeyOptions']>>(
      `${account}passkey${returnUrl ? `?${new URLSearchParams({ returnUrl })}` : ''}`,
    ),
  passkey: (input: SentOf<Api['passkey']>) => post<OutputOf<Api['passkey']>>('passkey', input),
  changePassword: (input: SentOf<Api['changePassword']>) =>
    post<OutputOf<Api['changePassword']>>('changePassword', input),
  resetPassword: (input: SentOf<Api['resetPassword']>) => post<Outcome>('resetPassword', input),
  validateToken: (identityName: string, token: string) =>
    send<Outcome>(`${account}validateToken/${encodeURIComponent(identityName)}/${encodeURIComponent(token)}`),
  pending: (returnUrl: string) =>
    send<OutputOf<Api['pending']>>(`${account}pendingSignIn?${new URLSearchParams({ returnUrl })}`),
}
