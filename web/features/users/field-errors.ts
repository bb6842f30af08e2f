// What is wrong with a user that is typed, in the words of the specification (R5.2-01 … R5.2-06).
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, type PasswordPolicy } from '#contract/kernel/password-policy.ts'

const address = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+\.[^\s@,;:<>"()[\]\\]+$/

export type PersonValues = { email: string; firstName: string; lastName: string; areaId: string; language: string }
type PasswordValues = { createPassword: boolean; password: string; confirmPassword: string }

export const usePersonErrors = () => {
  const { t } = useTranslation('users')
  return ({ email, firstName, lastName, areaId, language }: PersonValues) => ({
    email: !email.trim() ? t('inputEmail') : address.test(email.trim()) ? undefined : t('invalidEmail'),
    firstName: firstName.trim() ? undefined : t('inputFirstName'),
    lastName: lastName.trim() ? undefined : t('inputLastName'),
    areaId: areaId ? undefined : t('areaRequired'),
    language: language ? undefined : t('selectLanguage'),
  })
}

/** R5.2-06: only where the box is ticked. */
export const usePasswordErrors = (policy: PasswordPolicy) => {
  const { t } = useTranslation('users')
  const first = (password: string) =>
    !password ? t('inputPassword') : brokenPasswordRules(password, policy).length > 0 ? t('passwordTooWeak') : undefined
  const second = (password: string, again: string) =>
    !again ? t('confirmYourPassword') : again === password ? undefined : t('doNotMatch')
  return ({ createPassword, password, confirmPassword }: PasswordValues) =>
    createPassword ? { password: first(password), confirmPassword: second(password, confirmPassword) } : {}
}
