// R2.4-20: the menu beside a page, wide or folded to its icons; what was chosen last holds on.
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { preferences } from '#web/lib/preferences.ts'
import { ScrollRow } from '#web/ui/scroll-row.tsx'
import { EntryLink } from '../shell/entry-link.tsx'
import { type MenuEntry, useAllowed } from '../shell/menu-entries.tsx'

export const SideMenu = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const { t } = useTranslation('shell')
  const [collapsed, setCollapsed] = useState(preferences.read().sideMenu === 'collapsed')
  const allowed = useAllowed(entries)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const fold = () => {
    preferences.write({ sideMenu: collapsed ? 'expanded' : 'collapsed' })
    setCollapsed(!collapsed)
  }
  const words = t(collapsed ? 'expandMenu' : 'collapseMenu')
  return (
    <nav className={`side-menu${collapsed ? ' collapsed' : ''}`} aria-label={t('menu')}>
      {/* Without room beside the page, it is a row above it. */}
      <ScrollRow className="side-menu-entries" chosen={path}>
        {allowed.map((entry) => (
          <EntryLink key={entry.id} entry={entry} named={!collapsed} />
        ))}
      </ScrollRow>
      <button type="button" className="entry fold" aria-expanded={!collapsed} data-tip={words} onClick={fold}>
        {collapsed ? <PanelLeftOpen size={17} aria-hidden="true" /> : <PanelLeftClose size={17} aria-hidden="true" />}
        <span className={collapsed ? 'sr' : ''}>{words}</span>
      </button>
    </nav>
  )
}
