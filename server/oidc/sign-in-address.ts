// Where an authorization request that needs a person goes: to the sign-in page, which brings the request back.
import { pendingParameter, sealPending } from '#server/features/sign-in/sign-in.public.ts'
import type { Services } from '#server/kernel/context.ts'

type Waiting = {
  readonly clientId: string
  readonly parameters: Readonly<Record<string, string>>
  /** As far as it is granted. */
  readonly scope: string
}

/** `ReturnUrl` carries the request with its redirect_uri, as the sign-in page reads it (R7.3-07). */
export const signInAddress = (
  { seal, settings }: Pick<Services, 'seal' | 'settings'>,
  { clientId, parameters, scope }: Waiting,
) => {
  const account = new URL(settings.identityUrl).pathname
  const request = new URLSearchParams(parameters)
  request.set('scope', scope)
  request.set(pendingParameter, sealPending(seal, { clientId, since: Math.floor(Date.now() / 1000) }))
  return `${account}/account/login?${new URLSearchParams({ ReturnUrl: `${account}/connect/authorize?${request}` })}`
}
