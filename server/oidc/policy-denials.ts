// Policies with rules are asked whenever an application asks for a sign-in, silent ones among them, and whenever it
// renews its tokens (docs/decisions/0047). Each denial stands in the audit log, whether it was enforced or only
// reported.
import { EventEmitter } from 'node:events'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import {
  accessPolicyEvents,
  type Denial,
  denialsOf,
  denialsOfRenewal,
} from '#server/features/access-policies/access-policies.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Db } from '#server/kernel/context.ts'
import { addressOf } from './request-address.ts'
import { rememberedRules } from './token-context.ts'

export type PolicyDenied = { readonly event: AuditEvent; readonly at: Date; readonly address: string | undefined }

/** The provider is rebuilt when keys change; those who listen stay. */
const told = new WeakMap<Provider, EventEmitter<{ denied: [PolicyDenied] }>>()

export const watchDenials = (provider: Provider, tell: (denied: PolicyDenied) => void) => {
  const emitter = new EventEmitter<{ denied: [PolicyDenied] }>()
  told.set(provider, emitter.on('denied', tell))
}

export const isDeniedByPolicy = async (db: Db, ctx: KoaContextWithOIDC, userId: string) => {
  const { client, session, provider } = ctx.oidc
  const [at, address, application] = [new Date(), addressOf(ctx.req), client?.clientId ?? '']
  const { userName, denials } = await denialsOf(db, { userId, application, at, address, amr: session?.amr ?? [] })
  tell(provider, { denials, whose: { userId, userName, application }, at, address })
  return denials.some(({ mode }) => mode === 'enforce')
}

/** Of whom a refresh token is shown; others are asked about elsewhere, or not at all. */
export const isRenewalDenied = async (db: Db, ctx: KoaContextWithOIDC, userId: string) => {
  const { client, provider, entities } = ctx.oidc
  const token = entities.RefreshToken
  if (!token || rememberedRules() === false) return false
  const [at, application] = [new Date(), client?.clientId ?? '']
  const { userName, denials } = await denialsOfRenewal(db, { userId, application, at, amr: token.amr ?? [] })
  tell(provider, { denials, whose: { userId, userName, application }, at, address: addressOf(ctx.req) })
  return denials.length > 0
}

type DenialNotice = Pick<PolicyDenied, 'at' | 'address'> & {
  readonly denials: readonly Denial[]
  readonly whose: DeniedSignIn
}

const tell = (provider: Provider, { denials, whose, at, address }: DenialNotice) => {
  for (const denial of denials) told.get(provider)?.emit('denied', { event: deniedEvent(denial, whose), at, address })
}

type DeniedSignIn = { readonly userId: string; readonly userName: string; readonly application: string }

const deniedEvent = (denial: Denial, { userId, userName, application }: DeniedSignIn) =>
  accessPolicyEvents.denied({
    subject: userId,
    actor: { id: userId, name: userName },
    after: { ...denial, application },
  })
