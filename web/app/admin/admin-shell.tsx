// The frame of the administration: ink sidebar, so that nobody forgets where they are, top bar (docs/ux.md, rules 2
// and 3).
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '#web/lib/use-access.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { callsPalette } from '../shell/calls-palette.ts'
import { Maintenance } from '../shell/maintenance.tsx'
import { useTypedAhead } from '../shell/typed-ahead.ts'
import { useNarrow } from '../shell/use-narrow.ts'
import { AdminBrand, AdminMenu } from './admin-menu.tsx'
import { screenAt } from './admin-screens.ts'
import { AdminTopBar } from './admin-top-bar.tsx'
import { NoRight } from './no-right.tsx'
import '../shell/shell.css'
import '#web/ui/select.css'
import './admin-shell.css'

const CommandPalette = lazily(async () => (await import('./command-palette.tsx')).CommandPalette)

const KeysDialog = lazily(async () => (await import('./keys-dialog.tsx')).KeysDialog)

type OpenPanel = 'palette' | 'keys' | undefined

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input,textarea,select,[contenteditable]') !== null

const shortcutOf = (event: KeyboardEvent): OpenPanel => {
  if (callsPalette(event)) return 'palette'
  return event.key === '?' && !isTyping(event) ? 'keys' : undefined
}

/** Rule 7: everywhere, but in front of a question. */
const useKeys = (open: (what: OpenPanel) => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const what = shortcutOf(event)
      if (!what) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) open(what)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [open])
}

/** A screen whose entry one does not have says so, the person who gave its address away. */
const Allowed = ({ children }: { children: ReactNode }) => {
  const has = useAccess()
  const screen = screenAt(useLocation({ select: ({ pathname }) => pathname }))
  return screen && !screen.ownGuard && !has(...screen.roles) ? <NoRight roles={screen.roles} /> : children
}

export const AdminShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell')
  const narrow = useNarrow()
  const [opened, open] = useState<OpenPanel>()
  useKeys(open)
  useTypedAhead(opened === 'palette')
  return (
    <div className="ad">
      {/* The base tag would turn a bare #content into another address. */}
      <button type="button" className="skip b" onClick={() => document.getElementById('content')?.focus()}>
        {t('skip')}
      </button>
      {!narrow && (
        <AdminMenu>
          <AdminBrand />
        </AdminMenu>
      )}
      <div className="ad-main">
        <AdminTopBar onPalette={() => open('palette')} />
        <main id="content" className="ad-page" tabIndex={-1}>
          <Allowed>{children}</Allowed>
        </main>
      </div>
      {opened === 'palette' && <CommandPalette onClose={() => open(undefined)} />}
      {opened === 'keys' && <KeysDialog onClose={() => open(undefined)} />}
      <Maintenance />
    </div>
  )
}
