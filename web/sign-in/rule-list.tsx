// The password policy as a list that turns green while one types.
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, passwordRulesOf } from '#contract/kernel/password-policy.ts'
import { CheckIcon, ErrorIcon, RingIcon } from './icons.tsx'
import { usePasswordPolicy } from './password-policy.ts'

/** How each rule stands; what is not met yet is no fault before the password is there to be judged. */
const marks = { met: CheckIcon, unmet: ErrorIcon, open: RingIcon }

type Props = { id: string; password: string /** The field has been left, or Save pressed. */; judged: boolean }

export const RuleList = ({ id, password, judged }: Props) => {
  const { t } = useTranslation('sign-in')
  const { policy } = usePasswordPolicy()
  const broken = brokenPasswordRules(password, policy)
  const standOf = (met: boolean) => (met ? 'met' : judged && password !== '' ? 'unmet' : 'open')
  const { maxAgeDays, remembered } = policy
  return (
    <div id={id} className="rules">
      <ul aria-label={t('password.rules')}>
        {passwordRulesOf(policy).map((rule) => {
          const stands = standOf(!broken.includes(rule))
          const Mark = marks[stands]
          return (
            <li key={rule} className={stands}>
              <Mark size={17} />
              {t(`rule.${rule}`, { least: policy.least })}
              {stands !== 'open' && <span className="sr">{t(`rule.${stands}`)}</span>}
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
