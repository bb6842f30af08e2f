// The password policy as a list that turns green while one types.
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, type PasswordRule, passwordPolicy, passwordRules } from '#contract/password-policy.ts'
import { CheckIcon, RingIcon } from './icons.tsx'

export const RuleList = ({ id, password }: { id: string; password: string }) => {
  const { t } = useTranslation('sign-in')
  const broken = brokenPasswordRules(password)
  return (
    <div id={id} className="rules">
      <ul aria-label={t('password.rules')}>
        {(Object.keys(passwordRules) as PasswordRule[]).map((rule) => {
          const met = !broken.includes(rule)
          return (
            <li key={rule} className={met ? 'met' : undefined}>
              {met ? <CheckIcon size={17} /> : <RingIcon size={17} />}
              {t(`rule.${rule}`, passwordPolicy)}
              {met && <span className="sr">{t('rule.met')}</span>}
            </li>
          )
        })}
      </ul>
      <p>{t('password.policy', passwordPolicy)}</p>
    </div>
  )
}
