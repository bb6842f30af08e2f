// What the steps of a local sign-in have in common: who tries, where it leads, and how it ends.
import type { LoginAnswer } from '#contract/sign-in.ts'
import type { Account } from '#server/features/accounts/accounts.public.ts'
import type { Change, Ctx, Tx } from '#server/kernel/context.ts'
import type { Counter } from './attempts.store.ts'
import { type LoginErrors, reasonOf } from './lock-messages.ts'
import { signInEvents } from './sign-in.events.ts'
import { signInEvent } from './start-session.ts'

export type Step = {
  ctx: Ctx
  tx: Tx
  account: Account | undefined
  typedName: string
  counter: Counter
  returnUrl: string | undefined
}

export const answer = (fields: Partial<LoginAnswer> & { success: boolean }): LoginAnswer => ({
  errors: [],
  changePassword: false,
  twoAuthentificationRequired: false,
  ...fields,
})

export const refused = (
  { account, typedName, returnUrl, counter }: Step,
  errors: LoginErrors,
): Change<LoginAnswer> => ({
  result: answer({ success: false, errors: [...errors] }),
  events: [
    signInEvent(signInEvents.failed, {
      account,
      typedName,
      result: 'Failure',
      reason: reasonOf(errors),
      provider: 'Local',
      returnUrl,
      counter,
    }),
  ],
})
