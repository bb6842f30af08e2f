// Where the browser may go from here. A return address comes from outside, so only our own origin is followed.

export const home = '/identity/home'
export const signInPage = '/identity/account/login'
export const endOfSession = '/api/v1/account/logout'
export const demonstrationMail = '/identity/demo/mail'

const parse = (address: string): URL | undefined => {
  try {
    return new URL(address, location.origin)
  } catch {
    return undefined
  }
}

/** One leading slash, and still our origin once the browser has read it: it drops tabs and turns `\` into `/`. */
export const isOwnPath = (address: string) => /^\/(?![/\\])/.test(address) && parse(address)?.origin === location.origin

const isWeb = (address: string) => ['http:', 'https:'].includes(parse(address)?.protocol ?? '')

/** The server's word first, then the address the browser came with, then the fallback (R4.2-01). */
export const nextAddress = (redirectTo: string | undefined, returnUrl: string | undefined, fallback = home) => {
  if (redirectTo && isWeb(redirectTo)) return redirectTo
  if (returnUrl && isOwnPath(returnUrl)) return returnUrl
  return isWeb(fallback) ? fallback : home
}

export const queryValue = (name: string) => new URLSearchParams(location.search).get(name) ?? undefined

/** R7.3-07; `resume` carries the whole return address, so that a sibling's sign-in can go on. */
export const externalLogin = (returnUrl: string | undefined) => {
  const query = new URLSearchParams({ provider: 'Microsoft' })
  if (returnUrl) {
    query.set('returnUrl', parse(returnUrl)?.searchParams.get('redirect_uri') ?? returnUrl)
    query.set('resume', returnUrl)
  }
  return `/api/v1/account/externalLogin?${query}`
}
