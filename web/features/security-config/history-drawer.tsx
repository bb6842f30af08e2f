// Each version of a document, what it changed, and the way back to it.
import { History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentVersion } from '#contract/security-config.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { type Kind, useVersions } from './document-kind.ts'
import { YamlDifference } from './yaml-editor.tsx'

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
          <time dateTime={version.modifiedOn} title={formatDateTime(version.modifiedOn)}>
            {relativeTime(version.modifiedOn)}
          </time>
        </small>
      </button>
    </li>
  )
}

export const HistoryDrawer = ({ kind, id, onRestore, onClose }: Props) => {
  const { t } = useTranslation('security-config')
  const versions = useVersions(kind, id)
  const [wanted, want] = useState<number>()
  const newest = versions?.[0]
  const chosen = versions?.find(({ version }) => version === wanted) ?? newest
  const before = versions?.find(({ version }) => version === (chosen?.version ?? 0) - 1)
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
          {versions?.map((version) => (
            <Version
              key={version.version}
              version={version}
              chosen={version === chosen}
              onChoose={() => want(version.version)}
            />
          ))}
        </ol>
        {chosen && (
          <section aria-label={t('changedIn', { version: chosen.version })}>
            <div className="doc-changed">
              <h3>{t(before ? 'changedIn' : 'firstVersion', { version: chosen.version })}</h3>
              {chosen !== newest && (
                <button type="button" className="b sm" onClick={() => onRestore(chosen)}>
                  <RotateCcw size={15} aria-hidden="true" />
                  {t('restore')}
                </button>
              )}
            </div>
            {before && before.title !== chosen.title && (
              <p className="mut">{t('titleChanged', { before: before.title, after: chosen.title })}</p>
            )}
            <YamlDifference
              key={chosen.version}
              before={before?.body ?? chosen.body}
              after={chosen.body}
              label={t('changedIn', { version: chosen.version })}
            />
          </section>
        )}
      </div>
    </Drawer>
  )
}
