// The account API as the sign-in pages call it, and what the database and the mailbox kept of it.
import type { Mail } from '#server/kernel/ports/mail.ts'
import { createBrowser } from './browser.ts'
import { password } from './people.ts'
import type { TestPortico } from './portico.ts'

type Outcome = { success: boolean; errors: string[]; redirectTo?: string }
export type LoginOutcome = Outcome & {
  changePassword: boolean
  twoAuthentificationRequired: boolean
  token?: string
  sentTo?: string
  externalRequired?: boolean
}

/** Each call from a browser of its own, unless one is given. */
export const accountApi = (portico: TestPortico) => {
  const post = async <T = Outcome>(call: string, body: unknown, browser = createBrowser(portico.origin)) => {
    const answer = await browser.post(`/api/v1/account/${call}`, body)
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.text}`)
    return answer.json<T>()
  }
  return {
    login: (
      userName: string,
      {
        typed = password,
        browser,
        ...more
      }: {
        typed?: string
        browser?: ReturnType<typeof createBrowser>
        rememberLogin?: boolean
        returnUrl?: string
      } = {},
    ) => post<LoginOutcome>('login', { userName, password: typed, rememberLogin: false, ...more }, browser),
    verifyCode: (
      input: {
        token: string | undefined
        userName: string
        code: string
        password?: string
        rememberPassword?: boolean
      },
      browser?: ReturnType<typeof createBrowser>,
    ) => post('verifyCode', { password, rememberPassword: false, ...input }, browser),
    changePassword: (input: {
      identityName: string
      token: string | undefined
      newPassword: string
      returnUrl?: string
    }) => post('changePassword', input),
    resetPassword: (username: string, language = 'en') => post('resetPassword', { username, language }),
    validateToken: async (identityName: string, token: string) =>
      (
        await createBrowser(portico.origin).get(
          `/api/v1/account/validateToken/${encodeURIComponent(identityName)}/${encodeURIComponent(token)}`,
        )
      ).json<Outcome>(),
  }
}

export type AccountApi = ReturnType<typeof accountApi>

/** One wrong password after the other; the answers' first errors. */
export const guess = async (api: AccountApi, userName: string, times: number) => {
  const said: (string | undefined)[] = []
  for (let attempt = 0; attempt < times; attempt++)
    said.push((await api.login(userName, { typed: 'Wrong-Horse-Battery-9' })).errors[0])
  return said
}

/** Does something at a later moment of the server's clock, which then goes back. */
export const later = async <T>(portico: TestPortico, minutes: number, work: () => Promise<T>): Promise<T> => {
  portico.moveClock(minutes * 60_000)
  try {
    return await work()
  } finally {
    portico.moveClock(-minutes * 60_000)
  }
}

type LogEntry = {
  userName: string
  reason: string
  result: string
  provider: string
  returnUrl: string | null
  at: Date
}

/** The authentication log of a name, oldest first. */
export const logOf = (portico: TestPortico, userName: string) =>
  portico.database.query<LogEntry>(
    `select after ->> 'userName' as "userName", after ->> 'reason' as reason, after ->> 'result' as result,
            after ->> 'provider' as provider, after ->> 'returnUrl' as "returnUrl", at
       from audit_event
      where type like 'sign-in.%'
        and after ->> 'userName' = $1
      order by id`,
    [userName],
  )

export const codeIn = ({ text }: Mail) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? ''

/** The link of a mail, with what it carries. */
export const linkIn = ({ text }: Mail) => {
  const url = new URL(/https?:\/\/\S*changePassword\S*/.exec(text)?.[0] ?? 'about:blank')
  return { url, identityName: url.searchParams.get('identityName') ?? '', token: url.searchParams.get('token') ?? '' }
}
