// One entry of the system log: who, on whom, where, what changed; Why?, and the way back where there is one.
import { CircleHelp, Undo2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessHistory } from '#contract/access-history.ts'
import type { Named, SystemLogDetail, SystemLogEntry } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import { globalTenant } from '#contract/tenants.ts'
import { under } from '#web/lib/base.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import { useEventName } from '#web/lib/use-event-name.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Facts, WhoLink } from './cells.tsx'
import { Difference } from './difference.tsx'
import type { Panel } from './log-list.tsx'

const pages: Readonly<Partial<Record<Named['kind'], string>>> = {
  user: 'users',
  group: 'groups',
  tenant: 'tenants',
  application: 'applications',
}

const NamedLink = ({ of: { id, kind, name, gone } }: { of: Named }) => {
  const { t } = useTranslation('logs')
  const page = pages[kind]
  if (gone) return <span className="lg-was">{t('deleted', { name })}</span>
  if (!page || id === globalTenant) return <span>{name}</span>
  return <AppLink href={under(`admin/${page}/${id}`)}>{name}</AppLink>
}

const Path = ({ path }: { path: readonly Named[] }) =>
  path.map((tenant, index) => (
    <Fragment key={tenant.id}>
      {index > 0 && ' / '}
      <NamedLink of={tenant} />
    </Fragment>
  ))

const About = ({ entry }: { entry: SystemLogDetail }) => {
  const { t } = useTranslation('logs')
  const { about, impersonatedBy, tenantPath, tenantName, apiEntry, ip } = entry
  return (
    <Facts
      facts={[
        { label: t('operation'), value: entry.operation, mono: true },
        { label: t('by'), value: <WhoLink person={entry} /> },
        { label: t('asSomebody'), value: impersonatedBy && <NamedLink of={impersonatedBy} /> },
        { label: about ? t(`on-${about.kind}`) : '', value: about && <NamedLink of={about} /> },
        { label: t('tenant'), value: tenantPath.length > 0 ? <Path path={tenantPath} /> : tenantName },
        { label: t('apiEntry'), value: apiEntry, mono: true },
        { label: t('ip'), value: ip, mono: true },
      ]}
    />
  )
}

const useUndoing = (entry: SystemLogDetail | undefined, done: () => void) => {
  const { t } = useTranslation('logs')
  const write = useWrite(accessHistory.undo)
  const may = useMay(accessHistory.undo)
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (!entry) return
    setBusy(true)
    try {
      await write.mutateAsync({ params: { id: entry.id } })
      showNotice({ kind: 'success', title: t('undone') })
    } catch (error) {
      showFailure(t('notUndone'), error)
    }
    setBusy(false)
    done()
  }
  return entry?.undoable && may ? { run: () => void run(), busy } : undefined
}

const Foot = ({ entry, undo }: { entry: SystemLogDetail; undo: ReturnType<typeof useUndoing> }) => {
  const { t } = useTranslation('logs')
  const { explain } = useParts()
  const { access } = entry
  const why = access && explain && (
    <button
      type="button"
      className="b"
      onClick={() =>
        explain({
          user: {
            id: access.identity.id,
            displayName: access.identity.name,
            type: access.identity.kind === 'group' ? 'Group' : 'User',
          },
          tenant: { id: access.tenant.id, title: access.tenant.name },
        })
      }
    >
      <CircleHelp size={16} aria-hidden="true" />
      {t('why')}
    </button>
  )
  return (
    <div className="lg-foot">
      {why}
      {undo && (
        <Button className="b" off={undo.busy} onClick={undo.run}>
          <Undo2 size={16} aria-hidden="true" />
          {t('undo')}
        </Button>
      )}
    </div>
  )
}

const Body = ({ entry }: { entry: SystemLogDetail }) => (
  <>
    <About entry={entry} />
    <Difference key={entry.id} entry={entry} />
  </>
)

const NotYet = ({ error, again }: { error: unknown; again: () => void }) => {
  const { t } = useTranslation('logs')
  return error ? <FailureAlert error={error} onRetry={again} /> : <p role="status">{t('opening')}</p>
}

const useHead = (known: SystemLogEntry | undefined) => {
  const { t } = useTranslation('logs')
  const { operation } = useEventName()
  return { title: known ? operation(known.operation) : t('opening'), at: known?.date }
}

type Props = { id: string; row: SystemLogEntry | undefined; frame: (panel: Panel) => ReactNode }

export const SystemEntry = ({ id, row, frame }: Props) => {
  const { t } = useTranslation('logs')
  const read = useRead(logs.entry, { params: { id: Number(id) } }, { previous: true })
  const entry = read.data?.id === Number(id) ? read.data : undefined
  const undo = useUndoing(entry, () => void read.refetch())
  return frame({
    ...useHead(entry ?? row),
    tool: entry && <CopyButton value={JSON.stringify(entry, null, 2)} label={t('copy')} />,
    body: entry ? <Body entry={entry} /> : <NotYet error={read.error} again={() => void read.refetch()} />,
    foot: entry && (entry.access || undo) ? <Foot entry={entry} undo={undo} /> : undefined,
  })
}
