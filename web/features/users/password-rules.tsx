// The rules of a password, ticked while it is typed (R5.1-09, docs/ux.md rule 21).
import { Check, Circle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type PasswordRule, passwordRules } from '#contract/password-policy.ts'

export const PasswordRules = ({ password }: { password: string }) => {
  const { t } = useTranslation('users')
  return (
    <ul className="pw-rules">
      {(Object.keys(passwordRules) as PasswordRule[]).map((rule) => {
        const met = passwordRules[rule](password)
        return (
          <li key={rule} className={met ? 'kept' : undefined}>
            {met ? <Check size={14} aria-hidden="true" /> : <Circle size={14} aria-hidden="true" />}
            {t(`rule-${rule}`)}
            <span className="sr">{met ? t('ruleKept') : ''}</span>
          </li>
        )
      })}
    </ul>
  )
}
