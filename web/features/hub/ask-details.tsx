import i18next from 'i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import type { RequestableTenant } from '#contract/access-requests.ts'

/** 0.4 hours are 24 minutes, 50 hours are 2 days. */
export const durationInWords = (hours: number) => {
  const minutes = Math.max(1, Math.round(hours * 60))
  const [amount, unit] =
    minutes < 60 ? [minutes, 'minute'] : hours < 48 ? [Math.round(hours), 'hour'] : [Math.round(hours / 24), 'day']
  return new Intl.NumberFormat(localeOf(i18next.language), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}

const mostNames = 3

type Props = { tenant: RequestableTenant; named: boolean }

export const AskDetails = ({ tenant: { tenantName, approvers, hoursToDecide }, named }: Props) => {
  const { t } = useTranslation('hub-dialogs')
  const names = approvers.slice(0, mostNames).map(({ displayName }) => displayName)
  const others = approvers.length - names.length
  const all = others > 0 ? [...names, t('others', { count: others })] : names
  return (
    <dl className="ask-details">
      {named && (
        <div>
          <dt>{t('tenant')}</dt>
          <dd>{tenantName}</dd>
        </div>
      )}
      <div>
        <dt>{t('whoDecides')}</dt>
        <dd>{all.length > 0 ? new Intl.ListFormat(i18next.language).format(all) : t('nobodyDecides')}</dd>
      </div>
      <div>
        <dt>{t('howLong')}</dt>
        <dd>{hoursToDecide === null ? t('noneDecided') : t('about', { duration: durationInWords(hoursToDecide) })}</dd>
      </div>
    </dl>
  )
}
