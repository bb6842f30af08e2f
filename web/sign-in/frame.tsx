// What surrounds every sign-in page: brand, language, help, terms, and the arches.
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/kernel/language.ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { changeLanguage, languageNames } from '#web/lib/i18n.ts'
import { Arches, Mark } from '#web/ui/brand.tsx'
import { demonstrationMail } from './addresses.ts'
import { CheckIcon } from './icons.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import type { Toast } from './use-toasts.ts'
import './frame.css'
import './controls.css'

type Props = { config: RuntimeConfig | undefined; toasts: readonly Toast[]; children: ReactNode }

export const Frame = ({ config, toasts, children }: Props) => {
  const { t } = useTranslation('sign-in')
  return (
    <div className="ac">
      <div className="ac-form">
        <header className="ac-top">
          <span className="ac-brand">
            <Mark />
            Portico
          </span>
          <LanguageSelect />
        </header>
        <main className="ac-main">{children}</main>
        <Footer config={config} />
      </div>
      <aside className="ac-art" aria-hidden="true">
        <Arches opacity={0.16} />
        <p>{t('tagline')}</p>
      </aside>
      <div className="toasts" role="status">
        {toasts.map((key) => (
          <div key={key} className="toast">
            <CheckIcon />
            {t(key)}
          </div>
        ))}
      </div>
    </div>
  )
}

const LanguageSelect = () => {
  const { t, i18n } = useTranslation('sign-in')
  return (
    <select
      className="lang"
      aria-label={t('language')}
      value={i18n.language}
      onChange={(event) => void changeLanguage(event.target.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}

const Footer = ({ config }: { config: RuntimeConfig | undefined }) => {
  const { t, i18n } = useTranslation('sign-in')
  const [terms, setTerms] = useState(false)
  const help = config?.helpDesk[i18n.language]?.external
  return (
    <footer className="ac-foot">
      {help && (
        <a href={help} target="_blank" rel="noreferrer">
          {t('help')}
          <span className="sr"> {t('newTab')}</span>
        </a>
      )}
      {/* Its address is not known yet: the place is kept, so that nothing jumps. */}
      {!config && <span>{t('help')}</span>}
      <button type="button" onClick={() => setTerms(true)}>
        {t('terms')}
      </button>
      {config?.demonstration && (
        <a className="quiet" href={demonstrationMail}>
          {t('demonstrationMail')}
        </a>
      )}
      {terms && <TermsDialog onClose={() => setTerms(false)} />}
    </footer>
  )
}
