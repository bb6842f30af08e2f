// Calls of addresses that somebody typed: none inside the own network, no redirect, a short answer.
export type OutboundMessage = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back, or why nothing did: `timeout`, `address-not-allowed`, or the code of the network. */
export type OutboundAnswer = { readonly milliseconds: number } & (
  | { readonly status: number; readonly text: string; readonly retryAfter?: string | undefined }
  | { readonly failure: string }
)

export type OutboundRules = {
  /** Addresses of the own network may be called: loopback, private and link-local ones. */
  readonly privateAddresses: boolean
  /** Addresses without TLS may be called. */
  readonly plainHttp: boolean
}

export type Outbound = { post(message: OutboundMessage): Promise<OutboundAnswer> }
