// Which of the changes are shown, and the way to have all of them as a file.
import { Download, Search, X } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessPreview, type Preview, type PreviewedChange } from '#contract/access-preview.ts'
import { applications } from '#contract/applications.ts'
import { call } from '#web/lib/client.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { type PreviewView, queryOf, useTyped, type View, views } from './use-preview.ts'

type Props = {
  change: PreviewedChange
  asked: PreviewView
  summary: Preview['summary']
  show: (change: Partial<PreviewView>) => void
  onFailed: (error: unknown) => void
}

const Segments = ({ asked, summary, show }: Props) => {
  const { t, i18n } = useTranslation('access-preview')
  const counts: Record<View, number> = {
    all: summary.losing.roles + summary.gaining.roles,
    Loses: summary.losing.roles,
    Gains: summary.gaining.roles,
    left: summary.noRoleLeft,
  }
  return (
    <div className="ap-seg" role="group" aria-label={t('shown')}>
      {views.map((view) => (
        <button key={view} type="button" aria-pressed={asked.view === view} onClick={() => show({ view })}>
          {t(`view-${view}`)} <i>{counts[view].toLocaleString(localeOf(i18n.language))}</i>
        </button>
      ))}
    </div>
  )
}

const PersonSearch = ({ show }: Props) => {
  const { t } = useTranslation('access-preview')
  const [typed, type] = useTyped((search) => show({ search }))
  return (
    <search className="et-search">
      <Search size={15} aria-hidden="true" />
      <input
        type="text"
        inputMode="search"
        className="inp-t"
        aria-label={t('searchPerson')}
        placeholder={t('searchPerson')}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      {typed && (
        <button type="button" className="ic s" aria-label={t('table:clearSearch')} onClick={() => type('')}>
          <X size={15} />
        </button>
      )}
    </search>
  )
}

const ApplicationFilter = ({ asked, show }: Props) => {
  const { t } = useTranslation(['access-preview', 'table'])
  const all = useChoices(applications.list, { orderBy: 'displayName' })
  if (all.length === 0) return null
  return (
    <select
      className={`inp${asked.applicationId ? ' on' : ''}`}
      aria-label={t('application')}
      value={asked.applicationId}
      onChange={({ target }) => show({ applicationId: target.value })}
    >
      <option value="">{asked.applicationId ? t('table:anyOf', { label: t('application') }) : t('application')}</option>
      {all.map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName}
        </option>
      ))}
    </select>
  )
}

const DownloadButton = ({ change, asked, onFailed }: Props) => {
  const { t } = useTranslation('access-preview')
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const file = await call(accessPreview.previewFile, { input: change, query: queryOf(asked) })
      if (file instanceof File) saveFile(file)
    } catch (error) {
      onFailed(error)
    }
    setBusy(false)
  }
  return (
    <Button className="b" off={busy} aria-busy={busy} onClick={() => void run()}>
      <Download size={15} aria-hidden="true" />
      {t('download')}
    </Button>
  )
}

export const PreviewBar = (props: Props) => (
  <div className="ap-bar">
    <Segments {...props} />
    <PersonSearch {...props} />
    <ApplicationFilter {...props} />
    <span className="sp" />
    {useMay(accessPreview.previewFile) && <DownloadButton {...props} />}
  </div>
)
