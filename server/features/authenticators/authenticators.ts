// The use cases of `contract/authenticators.ts`.
import type { authenticators } from '#contract/authenticators.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { passkeysOf } from './passkeys.store.ts'
import { shownPasskey } from './passkeys.ts'
import { appOf, recoveryCodesLeft } from './authenticator-apps.store.ts'

export { beginApp, confirmApp, newRecoveryCodesOf as newRecoveryCodes, removeApp } from './authenticator-apps.ts'
export { addPasskey, passkeyOptions, removePasskey, renamePasskey } from './passkeys.ts'

export const list: UseCase<(typeof authenticators)['list']> = async (ctx) => {
  const { id } = callerOf(ctx)
  const app = await appOf(ctx.db, id)
  return {
    app: app?.confirmedOn
      ? { addedOn: app.confirmedOn.toISOString(), recoveryCodesLeft: await recoveryCodesLeft(ctx.db, id) }
      : null,
    passkeys: (await passkeysOf(ctx.db, id)).map(shownPasskey),
  }
}
