// How much a sign-in proved (`acr`), and how much an application asks for (`acr_values`).

/** OpenID Connect Core wants absolute addresses (§2). */
const authenticationClass = {
  password: 'urn:portico:password',
  mfa: 'urn:portico:mfa',
  external: 'urn:portico:external',
} as const
export const acrValues: readonly string[] = Object.values(authenticationClass)

/** The methods are those of RFC 8176; `ext` says that the external provider did it. */
export const acrOf = (methods: readonly string[]) => {
  if (methods.includes('ext')) return authenticationClass.external
  return methods.includes('mfa') ? authenticationClass.mfa : authenticationClass.password
}

/** What an application likes best is what it gets (§3.1.2.1): the first of those that are known here. */
export const wantsTwoFactors = (asked: unknown) =>
  typeof asked === 'string' && asked.split(' ').find((value) => acrValues.includes(value)) === authenticationClass.mfa

export const isTwoFactors = (acr: unknown) => acr === authenticationClass.mfa

/** A sign-in on the way to an application that asks for two factors. */
export const leadsToTwoFactors = (returnUrl: string | undefined) => {
  const [path = '', query = ''] = (returnUrl ?? '').split('?')
  return /^\/identity\/connect\/authorize$/i.test(path) && wantsTwoFactors(new URLSearchParams(query).get('acr_values'))
}
