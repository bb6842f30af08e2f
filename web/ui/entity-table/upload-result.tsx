// How an import went, or would go: counts, rows with their reasons, and the reasons as text files (R8.4-09).
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import { rowText } from '#web/lib/code-texts.ts'
import { saveFile } from '#web/lib/save-file.ts'

export type Result = ImportResult
type ImportIssues = Result['errors']

const Reasons = ({ kind, told }: { kind: 'errors' | 'warnings'; told: ImportIssues }) => {
  const { t } = useTranslation('table')
  if (told.length === 0) return null
  const text = told.map((issues) => t('rowReason', { row: issues.row, reason: rowText(issues) })).join('\n')
  return (
    <button
      type="button"
      className="b sm"
      onClick={() => saveFile(new File([text], `${kind}.txt`, { type: 'text/plain' }))}
    >
      <Download size={14} aria-hidden="true" />
      {t(`download-${kind}`, { count: told.length })}
    </button>
  )
}

const mostShown = 100

export const UploadResult = ({ result, dryRun = false }: { result: Result; dryRun?: boolean }) => {
  const { t, i18n } = useTranslation('table')
  const number = new Intl.NumberFormat(i18n.language)
  const rows = result.rows ?? [
    ...result.errors.map((told) => ({ ...told, state: 'error' as const, label: '' })),
    ...result.warnings.map((told) => ({ ...told, state: 'warning' as const, label: '' })),
  ]
  const faulty = new Set(result.errors.map(({ row }) => row)).size
  return (
    <div className="et-result">
      <p role="status" className="et-sum">
        {dryRun
          ? t('checkedSum', {
              good: number.format(result.totalElements - faulty),
              faulty: number.format(faulty),
              total: number.format(result.totalElements),
            })
          : t('importedSum', {
              imported: number.format(result.importedElements),
              total: number.format(result.totalElements),
            })}
      </p>
      {rows.length > 0 && (
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
      )}
      <div className="et-downloads">
        <Reasons kind="errors" told={result.errors} />
        <Reasons kind="warnings" told={result.warnings} />
      </div>
    </div>
  )
}
