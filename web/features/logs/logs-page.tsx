// R2.5-49, R2.5-50: the four logs. The tab that was open last is opened again; anyone who may not look is sent away.
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logs } from '#contract/logs.ts'
import { opensLogs } from '#contract/policies.ts'
import { ownPreferences } from '#web/lib/own-preferences.ts'
import { useIdentity, useMe } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AuthenticationLog } from './authentication-log.tsx'
import { ChainLine } from './chain-line.tsx'
import { ExternalApiLog } from './external-api-log.tsx'
import { LogHead } from './log-list.tsx'
import { SessionLog } from './session-log.tsx'
import { SystemLog } from './system-log.tsx'
import './logs.css'

const kinds = ['authentication', 'system', 'sessions', 'externalApi'] as const
const panels = {
  authentication: AuthenticationLog,
  system: SystemLog,
  sessions: SessionLog,
  externalApi: ExternalApiLog,
} as const

/** Both are read from the audit log; the others lie in tables of their own. */
const sealed: readonly (typeof kinds)[number][] = ['authentication', 'system']

/** The line of the seals stands above the log, one line or several: they are shown together. */
const useLineAwaited = () => {
  const may = useMay(logs.chain)
  return useRead(logs.chain, undefined, { when: may }).isPending && may
}

const Opened = () => {
  const { t } = useTranslation('logs')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const { id: me } = useMe()
  const [head, setHead] = useState<HTMLElement | null>(null)
  const isAwaited = useLineAwaited()
  const chosen = kinds.find((kind) => kind === (tab ?? ownPreferences(me).read().logsTab)) ?? kinds[0]
  useEffect(() => {
    document.title = `${t(chosen)} · Portico`
    ownPreferences(me).write({ logsTab: chosen })
  }, [t, chosen, me])
  // Each log has filters of its own.
  const choose = (to: string) => void navigate({ to: '.', search: { tab: to } as never, resetScroll: false })
  const tabs = kinds.map((kind) => {
    const Panel = panels[kind]
    const panel = (
      <>
        {sealed.includes(kind) && <ChainLine />}
        <div style={isAwaited && sealed.includes(kind) ? { visibility: 'hidden' } : {}}>
          <Panel key={kind} />
        </div>
      </>
    )
    return { id: kind, label: t(kind), panel }
  })
  return (
    <LogHead value={head}>
      <ContentHeader title={t('title')} subtitle={t('subtitle')} actions={<span ref={setHead} />} />
      <Tabs label={t('title')} tabs={tabs} chosen={chosen} onChoose={choose} />
    </LogHead>
  )
}

export const LogsPage = () => (opensLogs(useIdentity()?.roles ?? []) ? <Opened /> : <Navigate to="/" replace />)
