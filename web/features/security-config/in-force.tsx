// The settings that the server reads, as they are in force, and where each is said.
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type SettingInForce, securityConfig } from '#contract/security-config.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { home, pageOf } from './document-kind.ts'

const Setting = ({ setting: { title, body, configurationId } }: { setting: SettingInForce }) => {
  const { t } = useTranslation('security-config')
  return (
    <li className="card">
      <div>
        <b>{title}</b>
        <small>{t(configurationId ? 'byConfiguration' : 'byInstallation')}</small>
      </div>
      <pre>{body}</pre>
      <AppLink
        className="b sm"
        aria-label={t('changeNamed', { title })}
        href={configurationId ? pageOf('configuration', configurationId) : `${home}/new?setting=${title}`}
      >
        {t('change')}
      </AppLink>
    </li>
  )
}

export const InForce = () => {
  const { t } = useTranslation('security-config')
  const { data } = useRead(securityConfig.inForce)
  return (
    <section className="in-force" aria-labelledby="in-force">
      <h2 id="in-force">
        <ShieldCheck size={17} aria-hidden="true" />
        {t('inForce')}
      </h2>
      <ul>
        {data?.map((setting) => (
          <Setting key={setting.title} setting={setting} />
        ))}
      </ul>
    </section>
  )
}
