// Beside the tabs: what is kept of an application, whose it is, what has to be accepted, and the way to delete it.
import { Copy, FileText, SquarePen, Trash2, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import type { Language } from '#contract/kernel/language.ts'
import { under } from '#web/lib/base.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ExternalLink, useGo } from '#web/ui/app-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Moment } from './app-cells.tsx'
import { kindOf } from './kind-field.tsx'
import { useRemoval } from './use-removal.ts'

type CardProps = { title: string; icon: ReactNode; action: string; onAction: () => void; children: ReactNode }

const Card = ({ title, icon, action, onAction, children }: CardProps) => (
  <section className="card ap-card" aria-label={title}>
    <h2>
      {title}
      <button type="button" className="b tx sm" onClick={onAction}>
        {icon}
        {action}
      </button>
    </h2>
    {children}
  </section>
)

const Address = ({ url }: { url: string | null }) => {
  const { t } = useTranslation('shell')
  return url ? <ExternalLink href={url}>{url}</ExternalLink> : <span className="mut">{t('notSet')}</span>
}

const Redirects = ({ list }: { list: readonly string[] }) => {
  const { t } = useTranslation('applications')
  const copy = async (uri: string) => {
    await navigator.clipboard.writeText(uri)
    showNotice({ kind: 'success', title: t('shell:copied') })
  }
  return (
    <ul className="ap-addresses">
      {list.map((uri) => (
        <li key={uri}>
          <code>{uri}</code>
          <button type="button" className="ic s" aria-label={t('copyAddress', { uri })} onClick={() => void copy(uri)}>
            <Copy size={14} />
          </button>
        </li>
      ))}
      {list.length === 0 && <li className="mut">{t('shell:notSet')}</li>}
    </ul>
  )
}

const Properties = ({ application }: { application: Application }) => {
  const { t } = useTranslation('applications')
  const { protocol } = application
  return (
    <dl className="ap-pairs">
      <div>
        <dt>{t('title')}</dt>
        <dd>{application.title}</dd>
      </div>
      <div>
        <dt>{t('privateUrl')}</dt>
        <dd>
          <Address url={application.privateUrl} />
        </dd>
      </div>
      <div>
        <dt>{t('publicUrl')}</dt>
        <dd>
          <Address url={application.publicUrl} />
        </dd>
      </div>
      <div>
        <dt>{t('redirectUris')}</dt>
        <dd>
          <Redirects list={application.redirectUris} />
        </dd>
      </div>
      <div>
        <dt>{t('signsIn')}</dt>
        <dd>
          {t(kindOf(protocol))}
          <br />
          <span className="mut">
            {protocol.responseTypes.join(', ')} · {protocol.idTokenAlg}
          </span>
        </dd>
      </div>
      <div>
        <dt>{t('whoGetsIn')}</dt>
        <dd>{t(application.requiresRole ? 'roleHoldersShort' : 'everybodyShort')}</dd>
      </div>
      <div>
        <dt>{t('modified')}</dt>
        <dd>
          <Moment at={application.modifiedOn} />
        </dd>
      </div>
    </dl>
  )
}

const Owners = ({ owners }: Pick<Application, 'owners'>) => {
  const { t } = useTranslation('applications')
  if (owners.length === 0) return <p className="mut">{t('noOwners')}</p>
  return (
    <ul className="ap-owners">
      {owners.map(({ id, displayName, userName }) => (
        <li key={id}>
          <b>{displayName}</b>
          <small>{userName}</small>
        </li>
      ))}
    </ul>
  )
}

const Languages = ({ id }: { id: number }) => {
  const { t } = useTranslation('applications')
  const disclaimer = useRead(applications.disclaimer, { params: { id } })
  const languages = Object.keys(disclaimer.data?.texts ?? {}) as Language[]
  if (!disclaimer.data) return <p className="mut">…</p>
  return languages.length === 0 ? (
    <p className="mut">{t('noDisclaimer')}</p>
  ) : (
    <p className="ap-tags">
      {languages.map((language) => (
        <span key={language} className="tag">
          {languageNames[language]}
        </span>
      ))}
    </p>
  )
}

/** R6-08: shown to owners; the portal's own two are nobody's to delete (R6-09). */
const Removal = ({ application }: { application: Application }) => {
  const { t } = useTranslation('applications')
  const go = useGo()
  const { question, run, refusal } = useRemoval()
  const [asking, ask] = useState(false)
  if (refusal(application)) return null
  const leave = async (seen: string | undefined) => {
    await run(application, seen)
    go(under('admin/applications'))
  }
  return (
    <section className="card ap-card ap-danger" aria-label={t('dangerZone')}>
      <h2>{t('dangerZone')}</h2>
      <p>{t('dangerText')}</p>
      <button type="button" className="b danger" onClick={() => ask(true)}>
        <Trash2 size={16} aria-hidden="true" />
        {t('remove')}
      </button>
      {asking && <Confirm {...question(application)} danger run={leave} onClose={() => ask(false)} />}
    </section>
  )
}

export const Rail = ({ application, onEdit }: { application: Application; onEdit: (what: string) => void }) => {
  const { t } = useTranslation('applications')
  return (
    <aside className="ap-rail" aria-label={t('kept')}>
      <Card
        title={t('general')}
        icon={<SquarePen size={14} aria-hidden="true" />}
        action={t('edit')}
        onAction={() => onEdit('properties')}
      >
        <Properties application={application} />
      </Card>
      {!application.system && (
        <Card
          title={t('owners')}
          icon={<Users size={14} aria-hidden="true" />}
          action={t('manage')}
          onAction={() => onEdit('owners')}
        >
          <Owners owners={application.owners} />
        </Card>
      )}
      <Card
        title={t('disclaimer')}
        icon={<FileText size={14} aria-hidden="true" />}
        action={t('edit')}
        onAction={() => onEdit('disclaimer')}
      >
        <Languages id={application.id} />
      </Card>
      <Removal application={application} />
    </aside>
  )
}
