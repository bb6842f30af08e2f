// The faulty rows of a dry run, to be corrected in place or left out; each change is checked again at once (docs/ux.md,
// "Bulk upload dry run").
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { rowName } from '#web/lib/row-name.ts'
import { rowText } from '#web/lib/code-texts.ts'
import { Alert } from '../alert.tsx'
import { faultyIn } from './corrections.ts'
import { FaultyRow } from './faulty-row.tsx'
import { type CheckedUpload, type Correct, isStale } from './use-upload.ts'

/** What became of the row that was corrected last, to whoever does not see it. */
const LastRow = ({ checked }: { checked: CheckedUpload }) => {
  const { t } = useTranslation('table')
  const { rows, touched, corrections } = checked
  const row = rows.find(({ row: number }) => number === touched)
  if (!row || isStale(checked) || corrections.get(row.row)?.leftOut) return null
  return t('rowReason', { row: rowName(row), reason: rowText(row) || t('state-ok') })
}

const More = ({ result, rows }: CheckedUpload) => {
  const { t } = useTranslation('table')
  const faulty = faultyIn(result)
  const count = faulty.size - rows.filter(({ row }) => faulty.has(row)).length
  return count > 0 ? <p className="mend-more">{t('moreFaulty', { count })}</p> : null
}

export const FaultyRows = ({ checked, correct }: { checked: CheckedUpload; correct: Correct }) => {
  const { t } = useTranslation('table')
  const id = useId()
  const { rows, result, corrections } = checked
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id} className="mends">
      <h3 id={id}>{t('faultyRows')}</h3>
      <p className="mut">{t('mendHint')}</p>
      <ul>
        {rows.map((row) => (
          <FaultyRow
            key={row.row}
            row={row}
            columns={result.columns ?? []}
            change={corrections.get(row.row)}
            correct={correct}
          />
        ))}
      </ul>
      <More {...checked} />
      <p className="sr" role="status">
        <LastRow checked={checked} />
      </p>
    </section>
  )
}

/** A check or an upload that came to nothing: what was corrected stays. */
export const UploadProblem = ({ checked, checkAgain }: { checked: CheckedUpload; checkAgain: () => void }) => {
  const { t } = useTranslation('table')
  if (checked.problem === undefined) return null
  const button = (
    <button type="button" className="b" onClick={checkAgain}>
      {t('checkAgain')}
    </button>
  )
  return (
    <Alert mark={<TriangleAlert size={20} aria-hidden="true" />} action={isStale(checked) && button}>
      <p>{checked.problem}</p>
    </Alert>
  )
}
