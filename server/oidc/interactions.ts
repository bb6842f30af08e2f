// When an authorization request needs a person: the sign-in page with the whole request as ReturnUrl. There is no
// consent page; the applications are the group's own.
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import {
  isTwoFactors,
  openPending,
  pendingParameter,
  wantsTwoFactors,
} from '#server/features/sign-in/sign-in.public.ts'
import type { Db, Services } from '#server/kernel/context.ts'
import { mayOpen } from './access-policy.ts'
import type { PortalAccount } from './claims.ts'
import { scopeAskedFor } from './offline-access.ts'
import { isDeniedByPolicy } from './policy-denials.ts'
import { signInAddress } from './sign-in-address.ts'

const { Check, base } = interactionPolicy

/** `prompt=login` and `max_age` are kept if the sign-in came after the provider asked for it; nobody can write that. */
const openedSince = (ctx: KoaContextWithOIDC, seal: Services['seal']) => {
  const waiting = openPending(seal, ctx.query[pendingParameter], Date.now())
  return (
    waiting?.clientId === ctx.oidc.client?.clientId && (ctx.oidc.session?.loginTs ?? 0) >= (waiting?.since ?? Infinity)
  )
}

/**
 * `acr_values` is a wish (OpenID Connect Core §3.1.2.1): it is granted by another sign-in, but nobody is turned away,
 * and whoever came back from it with less, as from the external provider, goes on.
 */
const missesSecondFactor = (ctx: KoaContextWithOIDC, seal: Services['seal']) => {
  const { session, params, prompts } = ctx.oidc
  return (
    session?.accountId !== undefined &&
    wantsTwoFactors(params?.['acr_values']) &&
    !isTwoFactors(session.acr) &&
    !prompts.has('none') &&
    !openedSince(ctx, seal)
  )
}

export const policy = (db: Db, seal: Services['seal']) => {
  const prompts = base()
  const login = prompts.get('login')
  login?.checks.remove('login_prompt')
  login?.checks.remove('max_age')
  login?.checks.add(
    // However slowly the browser comes back from the sign-in that this asked for, it is not asked for another one.
    new Check('max_age', 'End-User authentication could not be obtained', 'login_required', (ctx) => {
      const { session, params } = ctx.oidc
      const old = params?.['max_age'] !== undefined && (session?.past(Number(params['max_age'])) ?? true)
      return old && !openedSince(ctx, seal) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
    }),
  )
  login?.checks.add(
    new Check('login_prompt', 'End-User authentication is required', 'login_required', (ctx) =>
      ctx.oidc.prompts.has('login') && !openedSince(ctx, seal) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )
  login?.checks.add(
    new Check('second_factor', 'A second factor is required', 'login_required', (ctx) =>
      missesSecondFactor(ctx, seal) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )
  login?.checks.add(
    // Locked, or a draft again, at the moment in which their sessions end.
    new Check('no_account', 'End-User authentication is required', 'login_required', (ctx) =>
      ctx.oidc.session?.accountId && !ctx.oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )
  login?.checks.add(
    new Check('no_access', 'Access is denied', 'access_denied', async (ctx) => {
      const account = ctx.oidc.account as PortalAccount | undefined
      if (!account) return Check.NO_NEED_TO_PROMPT
      const asking = { userId: account.accountId, restricted: account.restricted, client: ctx.oidc.client }
      const letIn = (await mayOpen(db, asking)) && !(await isDeniedByPolicy(db, ctx, account.accountId))
      return letIn ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  prompts.get('consent')?.checks.clear()
  return prompts
}

export const interactionUrl =
  (services: Pick<Services, 'seal' | 'settings'>) =>
  (ctx: KoaContextWithOIDC, interaction: { prompt: { reasons: string[] } }) => {
    const { reasons } = interaction.prompt
    if (reasons.includes('no_access') && reasons.length === 1)
      return `${new URL(services.settings.identityUrl).pathname}/account/accessDenied`
    const parameters = Object.entries(ctx.oidc.params ?? {}).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    )
    const clientId = ctx.oidc.client?.clientId ?? ''
    return signInAddress(services, { clientId, parameters: Object.fromEntries(parameters), scope: scopeAskedFor(ctx) })
  }
