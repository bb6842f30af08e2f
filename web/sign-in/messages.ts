// The server's sentences, in the user's language. They are English texts and the keys of the translations at once
//
import i18next from 'i18next'
import type { PasswordPolicy } from '#contract/kernel/password-policy.ts'
import type { TextKey, TextsOf } from '#web/lib/text-keys.ts'

export const unknownError = 'Unknow Error , please refresh the page'

type Message = { text: string; advice?: string }

const wrong = 'Incorrect username or password'
const locked = 'User Is Locked Out'
const lockedForGood = `${locked}. Permanently blocked`
const denied = 'Access is denied'
export const wrongCode = 'Invalid code'
/** What the server says of company staff in a field of its own. */
export const externalRequired = `${denied}. Office 365`
const attempts = /^Incorrect username or password(?:\. (\d+) attempts? left)?$/
const rule = /^password-rule:(\w+)$/

const advices: Readonly<Record<string, 'advice.wait' | 'advice.link'>> = {
  [locked]: 'advice.wait',
  'Invalid or expired login link': 'advice.link',
}

type T = TextsOf<'sign-in'>

/** A colon in a sentence is not a namespace. */
const isKey = (text: string, count?: number): text is TextKey<'sign-in'> =>
  i18next.exists(text, { ns: 'sign-in', nsSeparator: false, ...(count !== undefined && { count }) })

/** A text nobody translated is shown as it is. */
const translate = (t: T, text: string): string => (isKey(text) ? t(text, { nsSeparator: false }) : text)

export const messageOf = (t: T, text: string, policy: PasswordPolicy): Message => {
  const left = attempts.exec(text)?.[1]
  if (left) return { text: t(wrong), advice: t('attempts', { count: Number(left) }) }
  if (text === lockedForGood) return { text: t(locked), advice: t('advice.blocked') }
  if (text === externalRequired) return { text: t(denied), advice: t('local.company') }
  const broken = `rule.${rule.exec(text)?.[1]}`
  if (isKey(broken, policy.remembered)) return { text: t(broken, { ...policy, count: policy.remembered }) }
  const advice = advices[text]
  return advice ? { text: translate(t, text), advice: t(advice) } : { text: translate(t, text) }
}

/**
 * A refusal without a word would leave the user with nothing at all; a permanent lock comes as two words and is one
 * message.
 */
export const orUnknown = (errors: readonly string[]) => {
  if (errors.length === 0) return [unknownError]
  return errors.length === 2 && errors.join('. ') === lockedForGood ? [lockedForGood] : errors
}
