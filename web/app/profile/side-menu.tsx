// R2.4-20: the menu beside a page, wide or folded to its icons; what was chosen last holds on.
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { preferences } from '#web/lib/preferences.ts'
import { EntryLink } from '../shell/entry-link.tsx'
import { type MenuEntry, useAllowed } from '../shell/menu-entries.tsx'

/** Where the menu is a row that scrolls, the page that is open stands in sight. */
const useHereInSight = () => {
  const menu = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (menu.current && here)
      menu.current.scrollLeft = here.offsetLeft - (menu.current.clientWidth - here.offsetWidth) / 2
  }, [path])
  return menu
}

export const SideMenu = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const { t } = useTranslation('shell')
  const [collapsed, setCollapsed] = useState(preferences.read().sideMenu === 'collapsed')
  const allowed = useAllowed(entries)
  const menu = useHereInSight()
  const fold = () => {
    preferences.write({ sideMenu: collapsed ? 'expanded' : 'collapsed' })
    setCollapsed(!collapsed)
  }
  const words = t(collapsed ? 'expandMenu' : 'collapseMenu')
  return (
    <nav ref={menu} className={`side-menu${collapsed ? ' collapsed' : ''}`} aria-label={t('menu')}>
      {allowed.map((entry) => (
        <EntryLink key={entry.id} entry={entry} named={!collapsed} />
      ))}
      <button type="button" className="entry fold" aria-expanded={!collapsed} title={words} onClick={fold}>
        {collapsed ? <PanelLeftOpen size={17} aria-hidden="true" /> : <PanelLeftClose size={17} aria-hidden="true" />}
        <span className={collapsed ? 'sr' : ''}>{words}</span>
      </button>
    </nav>
  )
}
