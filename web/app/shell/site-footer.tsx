// R2.4-22, R2.4-23: the year, and the links that the installation has, in the reader's language.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { ExternalLink } from '#web/ui/app-link.tsx'
import { ofLanguage } from '#web/lib/of-language.ts'

const named = ['termsOfUse', 'dataSubjectRight', 'cookiePolicy'] as const

export const SiteFooter = () => {
  const { t, i18n } = useTranslation('shell')
  const links = ofLanguage(useConfig().footer, i18n.language)
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className="foot">
      <span>{t('copyright', { year })}</span>
      <nav aria-label={t('legal')}>
        {named.map((name) => {
          const href = links?.[name]
          return (
            href && (
              <ExternalLink key={name} href={href}>
                {t(name)}
              </ExternalLink>
            )
          )
        })}
      </nav>
    </footer>
  )
}
