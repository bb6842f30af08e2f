// One's own account: what the directory says, and the language, which is one's own to choose.
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageOf, languages } from '#contract/kernel/language.ts'
import { type Profile, profile } from '#contract/profile.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import '#web/ui/select.css'
import './profile-page.css'

type Choose = (language: Language) => Promise<boolean>

const facts = ['firstName', 'lastName', 'userName', 'email'] as const

const LanguageField = ({ value, onChoose }: { value: string; onChoose: Choose }) => {
  const { t } = useTranslation('profile')
  const [saved, setSaved] = useState(false)
  const choose = async (language: Language) => {
    setSaved(false)
    setSaved(await onChoose(language))
  }
  return (
    <label className="f">
      <span>{t('language')}</span>
      <select
        className="inp"
        value={languageOf(value)}
        onChange={({ target }) => void choose(languageOf(target.value))}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
      <small role="status">{saved && t('saved')}</small>
    </label>
  )
}

const Information = ({ me, onChoose }: { me: Profile; onChoose: Choose }) => {
  const { t } = useTranslation('profile')
  return (
    <section className="card" aria-labelledby="information">
      <h2 id="information">{t('information')}</h2>
      <dl className="facts">
        {facts.map((fact) => (
          <div key={fact}>
            <dt>{t(fact)}</dt>
            <dd>{me[fact]}</dd>
          </div>
        ))}
      </dl>
      <div className="facts own">
        <LanguageField value={me.language} onChoose={onChoose} />
        <p className="mut">{t('kept')}</p>
      </div>
    </section>
  )
}

const Picture = ({ me }: { me: Profile }) => (
  <section className="card picture">
    <Avatar email={me.email} name={me.displayName} size={180} />
    <b>{me.displayName}</b>
    <span className="mut">{me.areaName}</span>
  </section>
)

export const ProfilePage = ({ onLanguage, onPassword }: { onLanguage: Choose; onPassword: () => void }) => {
  const { t } = useTranslation('profile')
  const me = useRead(profile.read)
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  const change = (
    <button type="button" className="b" onClick={onPassword}>
      <KeyRound size={16} aria-hidden="true" />
      {t('shell:changePassword')}
    </button>
  )
  return (
    <div className="profile">
      <div className="profile-main">
        <ContentHeader title={t('title')} subtitle={t('subtitle')} actions={change} />
        {me.isError && <FailureAlert error={me.error} onRetry={() => void me.refetch()} />}
        {me.data && <Information me={me.data} onChoose={onLanguage} />}
      </div>
      {me.data && <Picture me={me.data} />}
    </div>
  )
}
