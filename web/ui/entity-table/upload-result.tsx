// How an import went, or would go: counts, rows with their reasons, and the reasons as text files (R8.4-09).
import { Download, LoaderCircle } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportResult, PreviewRow } from '#contract/kernel/bulk-import.ts'
import { rowText } from '#web/lib/code-texts.ts'
import { rowName } from '#web/lib/row-name.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { faultyIn } from './corrections.ts'

type Result = ImportResult
type ImportIssues = Result['errors']

const Reasons = ({ kind, issues }: { kind: 'errors' | 'warnings'; issues: ImportIssues }) => {
  const { t } = useTranslation('table')
  if (issues.length === 0) return null
  const text = issues.map((issue) => t('rowReason', { row: rowName(issue), reason: rowText(issue) })).join('\n')
  return (
    <button
      type="button"
      className="b sm"
      onClick={() => saveFile(new File([text], `${kind}.txt`, { type: 'text/plain' }))}
    >
      <Download size={14} aria-hidden="true" />
      {t(`download-${kind}`, { count: issues.length })}
    </button>
  )
}

const Sum = ({ result, dryRun }: { result: Result; dryRun: boolean }) => {
  const { t, i18n } = useTranslation('table')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const faulty = faultyIn(result).size
  const total = number.format(result.totalElements)
  if (!dryRun) return t('importedSum', { imported: number.format(result.importedElements), total })
  const counts = {
    good: number.format(result.totalElements - faulty),
    faulty: number.format(faulty),
    total,
    count: faulty,
  }
  return faulty === 0 ? t('checkedAll', { total }) : t('checkedSum', counts)
}

const issueRows = (issues: ImportIssues, state: PreviewRow['state']): PreviewRow[] =>
  issues.map((issue) => ({ label: '', ...issue, state }))

/** Those that may be corrected stand by themselves. */
const rowsOf = ({ rows, errors, warnings }: Result) =>
  rows?.filter(({ cells }) => !cells) ?? [...issueRows(errors, 'error'), ...issueRows(warnings, 'warning')]

const mostShown = 100

const Rows = ({ rows }: { rows: readonly PreviewRow[] }) => {
  const { t } = useTranslation('table')
  if (rows.length === 0) return null
  return (
    <div className="et-result-rows" tabIndex={0} role="group" aria-label={t('rowsChecked')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('rowNumber')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostShown).map(({ row, state, label, reason, issues }) => (
            <tr key={`${row}-${state}`}>
              <td className="num">{row}</td>
              <td>
                <span className={`st ${state}`}>{t(`state-${state}`)}</span>
              </td>
              <td>
                {label && <b>{label}</b>} {rowText({ reason, issues })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Props = {
  result: Result
  dryRun?: boolean
  /** What was corrected is being checked. */
  stale?: boolean
  /** Rows that may be corrected. */
  children?: ReactNode
}

export const UploadResult = ({ result, dryRun = false, stale = false, children }: Props) => (
  <div className="et-result">
    <div className="et-sum">
      <p role="status">
        <Sum result={result} dryRun={dryRun} />
      </p>
      {stale && <LoaderCircle size={18} className="spin" aria-hidden="true" />}
    </div>
    {children}
    <Rows rows={rowsOf(result)} />
    <div className="et-downloads">
      <Reasons kind="errors" issues={result.errors} />
      <Reasons kind="warnings" issues={result.warnings} />
    </div>
  </div>
)
