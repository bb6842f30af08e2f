// What the authorization request behind this page asks of it (OpenID Connect Core §3.1.2.1), and who asks.
import { firstLanguage } from '#contract/kernel/language.ts'
import { isOwnPath, queryValue } from './addresses.ts'
import { calls } from './calls.ts'

const most = 256

const request = () => {
  const returnUrl = queryValue('ReturnUrl')
  if (!returnUrl || !isOwnPath(returnUrl)) return undefined
  const { pathname, searchParams } = new URL(returnUrl, location.origin)
  return pathname.toLowerCase() === '/identity/connect/authorize' ? searchParams : undefined
}

/** A name to begin with; anyone who reads it may write another. */
export const loginHint = () => {
  const hint = request()?.get('login_hint')?.trim() ?? ''
  return hint.length <= most && !/\p{Cc}/u.test(hint) ? hint : ''
}

export const wishedLanguage = () => firstLanguage((request()?.get('ui_locales') ?? '').split(' '))

/** Named by the server, which knows whether the application really asked; without an answer nobody is named. */
export const readApplication = async (): Promise<string | undefined> => {
  if (!request()?.has('login_after')) return undefined
  const answer = await calls.pending(queryValue('ReturnUrl') ?? '').catch(() => undefined)
  return answer?.application || undefined
}
