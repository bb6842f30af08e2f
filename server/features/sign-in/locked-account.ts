// A password is compared before the transaction, since that takes long. What was judged by it holds only for the
// account as it was then: the transaction holds the account and compares its security stamp (T70).
import { type Account, lockAccountRow } from '#server/features/accounts/accounts.public.ts'
import type { Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'

/** Asked for where there is no account, so that it takes as long (T5). */
export const nobody = '00000000-0000-0000-0000-000000000000'

const mostTries = 3

export class AccountMoved extends Error {}

/** Its names are those under which its failures are counted. */
const isAsJudged = (account: Account | undefined, judged: Account) =>
  account?.securityStamp === judged.securityStamp &&
  account.userName === judged.userName &&
  account.email === judged.email

/** The account in this transaction, held until its end; before whatever else the transaction locks. */
export const lockAccount = async (tx: Tx, judged: Account | undefined): Promise<Account | undefined> => {
  const account = await lockAccountRow(tx, judged?.id ?? nobody)
  if (judged && !isAsJudged(account, judged)) throw new AccountMoved()
  return account
}

/** Anyone who met a new password, a lock or an unlock on the way is judged again, by what is there now. */
export const judgedAgain = async <T>(judge: () => Promise<T>): Promise<T> => {
  for (let tries = 1; tries < mostTries; tries += 1) {
    try {
      return await judge()
    } catch (error) {
      if (!(error instanceof AccountMoved)) throw error
    }
  }
  return judge().catch((error: unknown) => {
    throw error instanceof AccountMoved ? new Refusal('busy', 503) : error
  })
}
