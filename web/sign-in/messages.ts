// The server's sentences, in the user's language. They are English texts and the keys of the translations at once
//
import type { TFunction } from 'i18next'
import { passwordPolicy } from '#contract/password-policy.ts'

export const unknownError = 'Unknow Error , please refresh the page'

export type Message = { text: string; advice?: string }

const wrong = 'Incorrect username or password'
const locked = 'User Is Locked Out'
const lockedForGood = `${locked}. Permanently blocked`
const attempts = /^Incorrect username or password(?:\. (\d) attempts? left)?$/
const rule = /^password-rule:(\w+)$/

const advices: Record<string, string> = {
  [locked]: 'advice.wait',
  'Invalid or expired login link': 'advice.link',
}

/** A text nobody translated is shown as it is; a colon in it is not a namespace. */
const translate = (t: TFunction, text: string): string => t(text, { defaultValue: text, nsSeparator: false })

export const messageOf = (t: TFunction, text: string): Message => {
  const left = attempts.exec(text)?.[1]
  if (left) return { text: t(wrong), advice: t('attempts', { count: Number(left) }) }
  if (text === lockedForGood) return { text: t(locked), advice: t('advice.blocked') }
  const broken = rule.exec(text)?.[1]
  if (broken) return { text: t(`rule.${broken}`, { ...passwordPolicy, defaultValue: text }) as string }
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
