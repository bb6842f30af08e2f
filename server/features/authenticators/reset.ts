// For somebody who lost what they sign in with: an administrator takes all of it away.
import type { Tx } from '#server/kernel/context.ts'
import { deleteApp } from './authenticator-apps.store.ts'
import { deletePasskeysOf } from './passkeys.store.ts'

/** False where there was nothing. */
export const resetAuthenticators = async (tx: Tx, userId: string) => {
  const [app, passkeys] = [await deleteApp(tx, userId), await deletePasskeysOf(tx, userId)]
  return app || passkeys
}
