// Which pages may call with an application's tokens: those of the origins that it has addresses in.
import type { Client } from 'oidc-provider'

/** The origin of anything but http is the word `null`, which every sandboxed page sends (T52). */
export const isPageOf = ({ redirectUris = [] }: Pick<Client, 'redirectUris'>, origin: string) =>
  origin !== 'null' && redirectUris.some((uri) => URL.parse(uri)?.origin === origin)

/** Servers say no origin; the pages of an application are let in, those of others are the provider's business. */
export const isServerOrOwnPage = (client: Client, origin: string | undefined) =>
  origin === undefined || isPageOf(client, origin)
