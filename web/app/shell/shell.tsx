// R2.4: the frame of the hub and the profile: top bar, page, footer.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Maintenance } from './maintenance.tsx'
import { useMenuEntries } from './menu-entries.tsx'
import { SiteFooter } from './site-footer.tsx'
import { TopBar } from './top-bar.tsx'
import './shell.css'

export const Shell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell')
  return (
    <div className="shell">
      {/* The base tag would turn a bare #content into another address. */}
      <button type="button" className="skip b" onClick={() => document.getElementById('content')?.focus()}>
        {t('skip')}
      </button>
      <TopBar entries={useMenuEntries()} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <Maintenance />
    </div>
  )
}
