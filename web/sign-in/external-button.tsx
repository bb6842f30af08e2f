// The external work account: a plain navigation, so that it works before anything else does (R7.3-07).
import { useTranslation } from 'react-i18next'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { externalLogin, queryValue } from './addresses.ts'
import { MicrosoftIcon } from './icons.tsx'

type Props = { config: RuntimeConfig | undefined; focus?: (element: HTMLElement | null) => void }

export const ExternalButton = ({ config, focus }: Props) => {
  const { t } = useTranslation('sign-in')
  return (
    <>
      <a ref={focus} className="btn" href={externalLogin(queryValue('ReturnUrl'))}>
        <MicrosoftIcon />
        {t('choice.external')}
      </a>
      {config?.externalProvider === false && <p className="small">{t('choice.external.absent')}</p>}
    </>
  )
}
