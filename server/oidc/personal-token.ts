// A personal access token as the provider knows tokens, so that its application can ask about it (RFC 7662). It has no
// grant, and so opens nothing else: no userinfo, no exchange, no refresh.
import type { AdapterPayload } from 'oidc-provider'
import { hashOf, holderOf } from '#server/features/access-tokens/access-tokens.public.ts'
import { accessForToken } from '#server/features/effective-access/effective-access.public.ts'
import type { Db } from '#server/kernel/context.ts'

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

export const personalToken = async (db: Db, token: string): Promise<AdapterPayload | undefined> => {
  const holder = await holderOf(db, { hash: hashOf(token), now: new Date() })
  if (!holder) return undefined
  const { roles, scopes } = await accessForToken(db, { userId: holder.userId, applicationName: holder.applicationName })
  return {
    kind: 'AccessToken',
    jti: token,
    accountId: holder.userId,
    clientId: holder.applicationName,
    iat: seconds(holder.createdOn),
    exp: seconds(holder.expiresOn),
    scope: scopes.join(' '),
    extra: { username: holder.userName, role: roles },
  }
}
