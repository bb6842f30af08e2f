// R2.4: the frame of the hub and the profile: top bar, page, footer.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kernel/language.ts'
import { Maintenance } from './maintenance.tsx'
import { useMenuEntries } from './menu-entries.tsx'
import { SiteFooter } from './site-footer.tsx'
import { TopBar } from './top-bar.tsx'
import './shell.css'

export const Shell = ({ children, languages }: { children: ReactNode; languages?: readonly Language[] }) => {
  const { t } = useTranslation('shell')
  return (
    <div className="shell">
      {/* The base tag would turn a bare #content into another address. */}
      <button type="button" className="skip b" onClick={() => document.getElementById('content')?.focus()}>{t('skip')}</button>
      <TopBar entries={useMenuEntries()} languages={languages} />
      <main id="content" tabIndex={-1}>{children}</main>
      <SiteFooter />
      <Maintenance />
    </div>
  )
}
