// R2.4: the frame of the hub and the profile: top bar, page (its `PageMain` among it), footer, and the palette
// (docs/ux.md, rule 32).
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '#web/ui/lazily.tsx'
import { callsPalette } from './calls-palette.ts'
import { Maintenance } from './maintenance.tsx'
import { useMenuEntries } from './menu-entries.tsx'
import { SiteFooter } from './site-footer.tsx'
import { TopBar } from './top-bar.tsx'
import { useTypedAhead } from './typed-ahead.ts'
import './shell.css'

const Palette = lazily(async () => (await import('../admin/palette.tsx')).Palette)

const usePalette = () => {
  const [opened, open] = useState(false)
  useTypedAhead(opened)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!callsPalette(event)) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) open(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return opened && <Palette onClose={() => open(false)} />
}

export const Shell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell')
  const palette = usePalette()
  return (
    <div className="shell">
      {/* The base tag would turn a bare #content into another address. */}
      <button type="button" className="skip b" onClick={() => document.getElementById('content')?.focus()}>
        {t('skip')}
      </button>
      <TopBar entries={useMenuEntries()} />
      {children}
      <SiteFooter />
      {palette}
      <Maintenance />
    </div>
  )
}
