// Each version of a document, what it changed, and the way back to it.
import { History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentVersion } from '#contract/security-config.ts'
import { formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { type Kind, useVersions } from './document-kind.ts'
import { YamlDifference } from './yaml-editor.tsx'
import { tip } from '#web/ui/tip.tsx'

type Props = { kind: Kind; id: string; onRestore: (version: DocumentVersion) => void; onClose: () => void }

const Version = ({
  version,
  chosen,
  onChoose,
}: {
  version: DocumentVersion
  chosen: boolean
  onChoose: () => void
}) => {
  const { t } = useTranslation('security-config')
  return (
    <li>
      <button type="button" aria-pressed={chosen} onClick={onChoose}>
        <b>{t('version', { version: version.version })}</b>
        <small>
          {version.modifiedByDisplayName || '–'} ·{' '}
          <time dateTime={version.modifiedOn} {...tip(formatMoment(version.modifiedOn))}>
            {relativeTime(version.modifiedOn)}
          </time>
        </small>
      </button>
    </li>
  )
}

type ChangedProps = {
  version: DocumentVersion
  before: DocumentVersion | undefined
  onRestore: (() => void) | undefined
}

const Changed = ({ version: { version, title, body }, before, onRestore }: ChangedProps) => {
  const { t } = useTranslation('security-config')
  const label = t(before ? 'changedIn' : 'firstVersion', { version })
  return (
    <section aria-label={label}>
      <div className="doc-changed">
        <h3>{label}</h3>
        {onRestore && (
          <button type="button" className="b sm" onClick={onRestore}>
            <RotateCcw size={15} aria-hidden="true" />
            {t('restore')}
          </button>
        )}
      </div>
      {before && before.title !== title && (
        <p className="mut">{t('titleChanged', { before: before.title, after: title })}</p>
      )}
      <YamlDifference
        before={before?.body}
        after={body}
        label={label}
        unchanged={t('unchangedLines', { lines: '$' })}
      />
    </section>
  )
}

const none: readonly DocumentVersion[] = []

export const HistoryDrawer = ({ kind, id, onRestore, onClose }: Props) => {
  const { t } = useTranslation('security-config')
  const versions = useVersions(kind, id) ?? none
  const [at, show] = useState(0)
  const chosen = versions[at]
  return (
    <Drawer
      title={t('history')}
      picture={<History size={20} aria-hidden="true" />}
      side="right"
      width={760}
      onClose={onClose}
    >
      <div className="doc-history">
        <ol aria-label={t('versions')}>
          {versions.map((version, index) => (
            <Version key={version.version} version={version} chosen={index === at} onChoose={() => show(index)} />
          ))}
        </ol>
        {chosen && (
          <Changed
            key={chosen.version}
            version={chosen}
            before={versions[at + 1]}
            onRestore={at === 0 ? undefined : () => onRestore(chosen)}
          />
        )}
      </div>
    </Drawer>
  )
}
