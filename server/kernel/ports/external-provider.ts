// Who else signs people in: an OpenID Connect provider outside.
export type ExternalProvider = {
  authorizationUrl(input: { redirectUri: string; state: string; nonce: string; codeVerifier: string }): Promise<string>
  /** Verified claims, or a thrown error for anything that does not check out. */
  callback(input: {
    currentUrl: string
    state: string
    nonce: string
    codeVerifier: string
  }): Promise<Record<string, unknown>>
}
