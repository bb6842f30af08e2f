// The authorization request behind a sign-in page: sealed by the provider when it sends a browser here, so that a later
// sign-in satisfies it, and so that only an application that really asked is named to the person.
import type { signIn } from '#contract/sign-in.ts'
import { shownNameOf } from '#server/features/clients/clients.public.ts'
import type { Services } from '#server/kernel/context.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { readReturnUrl } from './sign-in.rules.ts'

/** For as long as the provider itself would wait for a person. */
const waitsSeconds = 3600
const purpose = 'login-after'

/** The parameter of the authorization request that carries it. */
export const pendingParameter = 'login_after'

type Seal = Services['seal']
type PendingRequest = { readonly clientId: string; readonly since: number }

export const sealPending = (seal: Seal, { clientId, since }: PendingRequest) =>
  seal.sign(purpose, `${clientId}\n${since}`)

/** Undefined where nobody waits any more, or nobody ever did. */
export const openPending = (seal: Seal, value: unknown, now: number): PendingRequest | undefined => {
  const opened = typeof value === 'string' ? seal.open(purpose, value) : undefined
  const [clientId = '', seconds] = (opened ?? '').split('\n')
  const since = Number(seconds)
  return opened !== undefined && since > now / 1000 - waitsSeconds ? { clientId, since } : undefined
}

/** The portal itself is not named: its own sign-in page is known by its face. */
export const pending: UseCase<(typeof signIn)['pending']> = async (ctx, { query }) => {
  const { origin } = ctx.services.settings
  const read = readReturnUrl(query.returnUrl, origin)
  const request = read && 'own' in read ? new URL(read.own, origin).searchParams : undefined
  const waiting = openPending(ctx.services.seal, request?.get(pendingParameter), ctx.now.getTime())
  if (!waiting || waiting.clientId !== request?.get('client_id') || waiting.clientId === 'identity')
    return { application: null }
  return { application: (await shownNameOf(ctx.db, waiting.clientId)) ?? null }
}
