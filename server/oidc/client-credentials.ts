// What an application shows of itself at the token endpoint (RFC 6749 §2.3.1): its name, with its secret in the header
// or in the form, and nothing of the sort where it is public.
import type { Client } from 'oidc-provider'

export type Credentials = { readonly name: string; readonly secret: string | undefined }

type Shown = Readonly<Record<'name' | 'secret' | 'authorization', string | undefined>>

/** Undefined where it is unusual: nothing, or the same thing twice. */
export const presented = ({ name, secret, authorization }: Shown): Credentials | undefined => {
  if (authorization === undefined) return name ? { name, secret: secret || undefined } : undefined
  const basic = secret === undefined ? ofHeader(authorization) : undefined
  return basic && (name === undefined || name === basic.name) ? basic : undefined
}

/** Both are encoded as in a form: what that would change is unusual. */
const ofHeader = (authorization: string): Credentials | undefined => {
  const sent = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  const [, name, secret] = /^([\w.~-]+):([\w.~-]+)$/.exec(Buffer.from(sent ?? '', 'base64').toString()) ?? []
  return name && secret ? { name, secret } : undefined
}

/** The library's type does not know what `provider.ts` gives its clients. */
type ComparingClient = Client & { compareClientSecret(secret: string): Promise<boolean> | boolean }

export const isLetIn = async (client: Client, { secret }: Credentials) => {
  if (client.clientAuthMethod === 'none') return secret === undefined
  return secret !== undefined && (await (client as ComparingClient).compareClientSecret(secret))
}
