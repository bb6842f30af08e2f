// R2.4-22, R2.4-23: the year, and three links in the reader's language; Spanish ones where a language has none.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { ExternalLink } from '#web/ui/app-link.tsx'
import { footerLinks } from './footer-links.ts'

const named = ['termsOfUse', 'dataSubjectRight', 'cookiePolicy'] as const

export const SiteFooter = () => {
  const { t, i18n } = useTranslation('shell')
  const links = footerLinks(useConfig().footer, i18n.language)
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className="foot">
      <span>{t('copyright', { year })}</span>
      <nav aria-label={t('legal')}>
        {links &&
          named.map((name) => (
            <ExternalLink key={name} href={links[name]}>
              {t(name)}
            </ExternalLink>
          ))}
      </nav>
    </footer>
  )
}
