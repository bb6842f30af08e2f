// R2.4: the greeting, the search and the applications.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName } from '#web/lib/session/identity.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { Arches } from '#web/ui/brand.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { AskSection } from './ask-section.tsx'
import { HubSearch } from './hub-search.tsx'
import { accessible, matching, toAskFor } from './listing.ts'
import { AppsPanel, PanelSkeleton } from './apps-panel.tsx'
import { useDisclaimer } from './use-disclaimer.tsx'
import { useHomeRedirect, useOverlay } from './use-home-redirect.ts'
import { useHomeInfo, useViewer } from './use-hub.ts'
import './hub.css'

const useTitle = () => {
  const { t } = useTranslation('hub')
  useEffect(() => {
    document.title = `${t('pageTitle')} · Portico`
  }, [t])
}

export const HubPage = () => {
  const { t } = useTranslation('hub')
  const me = useMe()
  const go = useGo()
  const [search, setSearch] = useState('')
  const { viewer } = useViewer()
  const home = useHomeInfo()
  const leaving = useHomeRedirect(home.data)
  const covered = useOverlay()
  const { ask, dialog } = useDisclaimer()
  useTitle()
  const items = home.data?.applications.items ?? []
  const own = accessible(items, viewer)
  const enter = () => {
    const first = search.trim() ? matching(own, search).find(({ privateUrl }) => privateUrl) : undefined
    if (first?.privateUrl && !ask(first)) go(first.privateUrl)
  }
  return (
    <>
      {(covered || leaving) && <Waiting>{t('redirecting')}</Waiting>}
      <div className="hero">
        <Arches opacity={0.17} />
        <div className="wrap">
          <p className="hi">{t('welcome')}</p>
          <h1>{displayName(me)}</h1>
          <HubSearch value={search} onChange={setSearch} onEnter={enter} />
        </div>
      </div>
      <div className="body">
        <div className="wrap">
          {home.isError && (
            <div className="panel">
              <FailureAlert error={home.error} onRetry={() => void home.refetch()} />
            </div>
          )}
          {home.isPending && <PanelSkeleton />}
          {home.data && !home.isError && <AppsPanel apps={own} search={search} onSearch={setSearch} ask={ask} />}
          {home.data && <AskSection apps={matching(toAskFor(items, viewer), search)} />}
        </div>
      </div>
      {dialog}
    </>
  )
}
