// The rules of a password that are in force; until the configuration is there, those that the specification names.
import { createContext, use } from 'react'
import { standardPasswordPolicy, type PasswordPolicy } from '#contract/kernel/password-policy.ts'

type PasswordPolicyState = {
  readonly policy: PasswordPolicy
  /** Asks again: a password was refused by rules that the page does not show. */
  readonly askAgain: () => void
}

export const PasswordPolicyContext = createContext<PasswordPolicyState>({
  policy: standardPasswordPolicy,
  askAgain: () => {},
})

export const usePasswordPolicy = () => use(PasswordPolicyContext)
