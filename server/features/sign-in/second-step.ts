// After the right password of anyone who needs a second factor: a code of their authenticator app, or one that is
// mailed.
import type { LoginAnswer } from '#contract/sign-in.ts'
import type { Account } from '#server/features/accounts/accounts.public.ts'
import { hasApp } from '#server/features/authenticators/authenticators.public.ts'
import type { Change } from '#server/kernel/context.ts'
import { askCode, codeMinutes } from './codes.ts'
import * as store from './codes.store.ts'
import { answer, refused, type Step } from './login-step.ts'
import { signInEvents } from './sign-in.events.ts'
import { masked } from './sign-in.rules.ts'
import { newSecret, secretHash, signInEvent } from './start-session.ts'

export const secondStep = async (step: Step): Promise<Change<LoginAnswer>> => {
  const { tx, account } = step
  if (!account) return refused(step, [tooManyCodes])
  return (await hasApp(tx, account.id)) ? appStep(step, account) : mailStep(step, account)
}

const tooManyCodes = 'Too many codes. Please try again later'
const codeEvents = {
  new: signInEvents.codeAsked,
  again: signInEvents.codeAskedAgain,
  none: signInEvents.codeShared,
} as const

const stepTaken = ({ typedName, returnUrl, counter }: Step, account: Account) =>
  ({
    account,
    typedName,
    result: 'Failure',
    reason: 'Second factor required',
    provider: 'Local',
    returnUrl,
    counter,
  }) as const

/** The code is made by the job that mails it: it is in no queue, and stored only as a hash. */
const mailStep = async (step: Step, account: Account): Promise<Change<LoginAnswer>> => {
  const { ctx, tx, returnUrl } = step
  const codeRequest = await askCode(ctx, tx, { account, returnUrl })
  if (!codeRequest) return refused(step, [tooManyCodes])
  const taken = { ...stepTaken(step, account), subject: codeRequest.codeId }
  return {
    result: answer({
      success: false,
      twoAuthentificationRequired: true,
      token: codeRequest.token,
      sentTo: masked(account.email),
    }),
    events: [signInEvent(codeEvents[codeRequest.mail], taken)],
  }
}

const appStep = async (step: Step, account: Account): Promise<Change<LoginAnswer>> => {
  const { ctx, tx, returnUrl } = step
  const token = newSecret()
  const expiresOn = new Date(ctx.now.getTime() + codeMinutes * 60_000)
  await store.insertForApp(tx, {
    id: ctx.newId(),
    tokenHash: secretHash(token),
    userId: account.id,
    now: ctx.now,
    expiresOn,
    returnUrl,
  })
  return {
    result: answer({ success: false, twoAuthentificationRequired: true, token, authenticatorApp: true }),
    events: [signInEvent(signInEvents.appCodeAsked, stepTaken(step, account))],
  }
}
