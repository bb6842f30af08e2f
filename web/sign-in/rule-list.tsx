// The password policy as a list that turns green while one types.
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, passwordRulesOf } from '#contract/kernel/password-policy.ts'
import { CheckIcon, RingIcon } from './icons.tsx'
import { usePasswordPolicy } from './password-policy.ts'

export const RuleList = ({ id, password }: { id: string; password: string }) => {
  const { t } = useTranslation('sign-in')
  const { policy } = usePasswordPolicy()
  const broken = brokenPasswordRules(password, policy)
  const { maxAgeDays, remembered } = policy
  return (
    <div id={id} className="rules">
      <ul aria-label={t('password.rules')}>
        {passwordRulesOf(policy).map((rule) => {
          const met = !broken.includes(rule)
          return (
            <li key={rule} className={met ? 'met' : undefined}>
              {met ? <CheckIcon size={17} /> : <RingIcon size={17} />}
              {t(`rule.${rule}`, { least: policy.least })}
              {met && <span className="sr">{t('rule.met')}</span>}
            </li>
          )
        })}
      </ul>
      {maxAgeDays > 1 && remembered > 1 ? (
        <p>{t('password.policy', { maxAgeDays, remembered })}</p>
      ) : (
        <>
          {maxAgeDays > 0 && <p>{t('password.days', { count: maxAgeDays })}</p>}
          {remembered > 0 && <p>{t('password.remembered', { count: remembered })}</p>}
        </>
      )}
    </div>
  )
}
