// Signing in with a passkey: by its button, or where the browser offers it at the name of the form. Loaded when it is
// wanted.
import { getPasskey } from '#web/lib/passkeys.ts'
import { queryValue } from './addresses.ts'
import { calls } from './calls.ts'

const ask = async (rememberLogin: boolean, how: Parameters<typeof getPasskey>[1] = {}) => {
  const { transaction, options } = await calls.passkeyOptions(queryValue('ReturnUrl'))
  const credential = await getPasskey(options, how)
  return credential && calls.passkey({ transaction, credential, rememberLogin })
}

/** Undefined where somebody would rather not. */
export const enterWithPasskey = (rememberLogin: boolean) => ask(rememberLogin)

/** A challenge holds for five minutes: asked anew before it ends, for as long as the form stands there. */
const renewedEvery = 270_000

/** Waits until somebody takes what the browser offers; `stop` ends it. */
export const offerPasskey = async (rememberLogin: () => boolean, stop: AbortSignal) => {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  while (!stop.aborted) {
    const over = AbortSignal.timeout(renewedEvery)
    const answer = await ask(rememberLogin(), { mediation: 'conditional', signal: AbortSignal.any([stop, over]) })
    if (answer || !over.aborted) return answer
  }
  return undefined
}
