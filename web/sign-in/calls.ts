// The calls of the account API (R7.3). A 2xx answer is an outcome; everything else is one failure.
import i18next from 'i18next'
import type { Outcome, Problem } from '#contract/kernel/answer.ts'
import type { OutputOf, SentOf } from '#contract/kernel/endpoint.ts'
import type { signIn } from '#contract/sign-in.ts'

type Api = typeof signIn

const limit = 60_000

export class CallFailed extends Error {
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

const send = async <T>(path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<T> => {
  const response = await fetch(`/api/v1/account/${path}`, {
    ...init,
    headers: { Accept: 'application/json', 'Accept-Language': i18next.language, ...headers },
    signal: AbortSignal.timeout(limit),
  })
  if (!response.ok) throw new CallFailed(await response.json().catch(() => ({})))
  return (await response.json()) as T
}

const post = <T>(path: string, body: unknown) => {
  const token = xsrfToken()
  const headers = { 'Content-Type': 'application/json', ...(token ? { 'X-XSRF-TOKEN': token } : {}) }
  return send<T>(path, { method: 'POST', body: JSON.stringify(body) }, headers)
}

export const calls = {
  login: (input: SentOf<Api['login']>) => post<OutputOf<Api['login']>>('login', input),
  verifyCode: (input: SentOf<Api['verifyCode']>) => post<OutputOf<Api['verifyCode']>>('verifyCode', input),
  passkeyOptions: (returnUrl: string | undefined) =>
    send<OutputOf<Api['passkeyOptions']>>(`passkey${returnUrl ? `?${new URLSearchParams({ returnUrl })}` : ''}`, {
      method: 'GET',
    }),
  passkey: (input: SentOf<Api['passkey']>) => post<OutputOf<Api['passkey']>>('passkey', input),
  changePassword: (input: SentOf<Api['changePassword']>) =>
    post<OutputOf<Api['changePassword']>>('changePassword', input),
  resetPassword: (input: SentOf<Api['resetPassword']>) => post<Outcome>('resetPassword', input),
  validateToken: (identityName: string, token: string) =>
    send<Outcome>(`validateToken/${encodeURIComponent(identityName)}/${encodeURIComponent(token)}`, { method: 'GET' }),
}
