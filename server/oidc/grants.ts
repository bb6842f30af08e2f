// One grant per session and application: whatever a client may ask for is granted, since it is the group's own.
import type { KoaContextWithOIDC } from 'oidc-provider'
import { scopeAskedFor } from './offline-access.ts'

const holds = (granted: string, wanted: string) => {
  const have = granted.split(' ')
  return wanted.split(' ').every((scope) => have.includes(scope))
}

export const loadExistingGrant = async (ctx: KoaContextWithOIDC) => {
  const { client, session, account, params } = ctx.oidc
  if (!client || !session || !account || !params) return undefined
  const wanted = scopeAskedFor(ctx)
  params['scope'] = wanted || undefined
  const whose = { clientId: client.clientId, accountId: account.accountId }
  const found = await grantOf(ctx, whose)
  if (found && holds(found.getOIDCScope(), wanted)) return found
  const grant = found ?? new ctx.oidc.provider.Grant(whose)
  grant.addOIDCScope(wanted)
  await grant.save()
  return grant
}

const grantOf = async (
  { oidc }: KoaContextWithOIDC,
  { clientId, accountId }: { clientId: string; accountId: string },
) => {
  const known = oidc.session?.grantIdFor(clientId)
  const found = known ? await oidc.provider.Grant.find(known) : undefined
  return found?.accountId === accountId ? found : undefined
}
