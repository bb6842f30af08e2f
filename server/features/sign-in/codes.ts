// Codes of the second factor: when a new one is made, and when the one that is on its way is enough
// (docs/decisions/0024).
import { createHash } from 'node:crypto'
import { type Account } from '#server/features/accounts/accounts.public.ts'
import type { Ctx, Services, Tx } from '#server/kernel/context.ts'
import * as store from './codes.store.ts'
import { newSecret, secretHash } from './start-session.ts'

export const mostTriesPerCode = 5
export const codeMinutes = 5
const mostNewPerHour = 5
const newEverySeconds = 60

/** What becomes of a sign-in that needs a code. `codeId`: what is mailed, if anything is. */
type SentCode = { readonly token: string; readonly mail: 'new' | 'again' | 'none'; readonly codeId: string }

type CodeRequest = { account: Account; returnUrl: string | undefined }

/**
 * At most one new code a minute and five an hour that nobody uses; the caller holds the account, so that thirty at once
 * are one after the other. Anyone who asks meanwhile shares the code that works, which is mailed once more at most.
 * Undefined where there is none to share.
 */
export const askCode = async (ctx: Ctx, tx: Tx, { account, returnUrl }: CodeRequest): Promise<SentCode | undefined> => {
  const unused = await store.unusedCodes(tx, { userId: account.id, now: ctx.now, mostAttempts: mostTriesPerCode })
  const [latest] = unused
  const token = newSecret()
  const challenge = { id: ctx.newId(), tokenHash: secretHash(token), userId: account.id, now: ctx.now, returnUrl }
  const isRecent = latest && ctx.now.getTime() - latest.createdOn.getTime() < newEverySeconds * 1000
  if (!isRecent && unused.length < mostNewPerHour) {
    const expiresOn = new Date(ctx.now.getTime() + codeMinutes * 60_000)
    await store.insertCode(tx, { ...challenge, expiresOn })
    return { token, mail: 'new', codeId: challenge.id }
  }
  if (!latest?.works) return undefined
  await store.insertSharing(tx, { ...challenge, expiresOn: latest.expiresOn, codeOf: latest.id })
  if (latest.mailedAgain) return { token, mail: 'none', codeId: latest.id }
  await store.setMailedAgain(tx, { id: latest.id, now: ctx.now })
  return { token, mail: 'again', codeId: latest.id }
}

/**
 * Six digits, the same each time they are asked for, so that they can be mailed again and stand nowhere: an HMAC with
 * the secret that all instances share. 48 bits of it leave no digit likelier than another by more than 1 in 10^8.
 */
export const codeOf = (services: Pick<Services, 'seal'>, codeId: string) => {
  const mac = createHash('sha256').update(services.seal.sign('two-factor-code', codeId)).digest()
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** Bound to its id, so that a stolen table of hashes is of no use for another one. */
export const codeHash = (codeId: string, code: string) => secretHash(`${codeId}:${code}`)
