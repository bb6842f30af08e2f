// The rules of a password, ticked while it is typed (R5.1-09, docs/ux.md rule 21).
import { Check, Circle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, type PasswordPolicy, passwordRulesOf } from '#contract/kernel/password-policy.ts'

export const PasswordRules = ({ password, policy }: { password: string; policy: PasswordPolicy }) => {
  const { t } = useTranslation('users')
  const broken = brokenPasswordRules(password, policy)
  return (
    <ul className="pw-rules">
      {passwordRulesOf(policy).map((rule) => {
        const met = !broken.includes(rule)
        return (
          <li key={rule} className={met ? 'kept' : undefined}>
            {met ? <Check size={14} aria-hidden="true" /> : <Circle size={14} aria-hidden="true" />}
            {t(`rule-${rule}`, { least: policy.least })}
            <span className="sr">{met ? t('ruleKept') : ''}</span>
          </li>
        )
      })}
    </ul>
  )
}
