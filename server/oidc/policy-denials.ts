// Policies with rules are asked whenever an application asks for a sign-in, silent ones among them
// (docs/decisions/0047). Each denial stands in the audit log, whether it was enforced or only reported.
import { EventEmitter } from 'node:events'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { accessPolicyEvents, type Denial, denialsOf } from '#server/features/access-policies/access-policies.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Db } from '#server/kernel/context.ts'
import { addressOf } from './request-address.ts'

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
  for (const denial of denials) {
    const event = deniedEvent(denial, { userId, userName, application })
    told.get(provider)?.emit('denied', { event, at, address })
  }
  return denials.some(({ mode }) => mode === 'enforce')
}

type Whose = { readonly userId: string; readonly userName: string; readonly application: string }

const deniedEvent = (denial: Denial, { userId, userName, application }: Whose) =>
  accessPolicyEvents.denied({
    subject: userId,
    actor: { id: userId, name: userName },
    after: { ...denial, application },
  })
