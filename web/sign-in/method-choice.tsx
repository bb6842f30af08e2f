// The first view: with which account? (R2.3-04)
import { useTranslation } from 'react-i18next'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { Alerts } from './alerts.tsx'
import { ExternalButton } from './external-button.tsx'
import { focusOnMount } from './focus.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ViewHeading } from './view-heading.tsx'

type Props = {
  config: RuntimeConfig | undefined
  application: string | undefined
  arrival: 'first' | 'back'
  errors: readonly string[]
  busy: boolean
  onLocal: () => void
  onPasskey: () => void
}

export const MethodChoice = ({ config, application, arrival, errors, busy, onLocal, onPasskey }: Props) => {
  const { t } = useTranslation('sign-in')
  return (
    <>
      <ViewHeading
        title={t('signIn')}
        application={application}
        {...(arrival === 'back' ? { focus: focusOnMount } : {})}
      >
        {t('intro')}
      </ViewHeading>
      <Alerts errors={errors} />
      <button type="button" className="btn pri" onClick={onLocal}>
        {t('choice.local')}
      </button>
      <PasskeyButton busy={busy} onClick={onPasskey} />
      <div className="or">{t('choice.or')}</div>
      <ExternalButton config={config} />
    </>
  )
}
