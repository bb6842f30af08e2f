// One row of a workbook that may be corrected: its cells under the titles of the sheet, each with what is wrong there.
import { Undo2, X } from 'lucide-react'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewRow, SheetColumn } from '#contract/kernel/bulk-import.ts'
import { sentences } from '#contract/kernel/sentences.ts'
import { codeText } from '#web/lib/code-texts.ts'
import { rowName } from '#web/lib/row-name.ts'
import { Field, TextArea, TextInput } from '../field.tsx'
import { type Change, withCell, withLeftOut } from './corrections.ts'
import type { Correct } from './use-upload.ts'

type Props = {
  row: PreviewRow
  columns: readonly SheetColumn[]
  change: Change | undefined
  correct: Correct
}

/** By column, and what is said of the row as a whole; in the server's words where one of them is new to this page. */
const textsOf = ({ issues = [], reason }: PreviewRow) => {
  const texts = issues.map(({ column, code, data }) => ({ column, text: codeText(code, data) }))
  if (texts.some(({ text }) => text === undefined)) return { of: () => undefined, whole: reason }
  const at = (column: string | undefined) =>
    sentences(texts.flatMap(({ column: where, text }) => (where === column && text ? [text] : []))) || undefined
  return { of: at, whole: at(undefined) }
}

/** So much does not fit into one of two columns of a telephone, or of several elsewhere. */
const widthOf = (text: string) => {
  if (text.length > 36) return 'wide'
  return text.length > 16 ? 'long' : undefined
}

type OfCell = Props & { column: SheetColumn; said: string | undefined }

const Input = ({ row: { row, cells }, change, correct, column: { name, secret } }: OfCell) => {
  const { t } = useTranslation('table')
  const sent = cells?.[name]
  const control = {
    value: change?.cells[name] ?? sent ?? '',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) =>
      correct(row, (corrections) => withCell(corrections, row, [name, target.value])),
  }
  const kept = sent === undefined ? t('secretCell') : undefined
  if (secret) return <TextInput {...control} type="password" autoComplete="new-password" placeholder={kept} />
  return sent?.includes('\n') ? <TextArea {...control} /> : <TextInput {...control} autoComplete="off" />
}

const Cell = (given: OfCell) => {
  const { row, column, said } = given
  return (
    <div className={widthOf(row.cells?.[column.name] ?? '')}>
      <Field
        label={column.title}
        error={row.state === 'error' ? said : undefined}
        hint={row.state === 'warning' ? said : undefined}
      >
        <Input {...given} />
      </Field>
    </div>
  )
}

const LeaveOut = ({ row, leftOut, correct, of }: { row: number; leftOut: boolean; correct: Correct; of: string }) => {
  const { t } = useTranslation('table')
  const id = useId()
  return (
    <button
      type="button"
      id={id}
      className="b sm"
      aria-labelledby={`${id} ${of}`}
      onClick={() => correct(row, (corrections) => withLeftOut(corrections, row, !leftOut))}
    >
      {leftOut ? <Undo2 size={14} aria-hidden="true" /> : <X size={14} aria-hidden="true" />}
      {t(leftOut ? 'takeIn' : 'leaveOut')}
    </button>
  )
}

/** Drawn again only where something of it changes: there may be a hundred, with a dozen cells each. */
export const FaultyRow = memo((given: Props) => {
  const { t } = useTranslation('table')
  const { row, columns, change, correct } = given
  const id = useId()
  const { of, whole } = textsOf(row)
  const leftOut = change?.leftOut === true
  const state = leftOut ? 'out' : row.state
  return (
    <li className={`mend ${state}`}>
      <div className="mend-head">
        <h4 id={id}>{t('rowName', { row: rowName(row) })}</h4>
        <span className={`st ${state}`}>{t(`state-${state}`)}</span>
        <LeaveOut row={row.row} leftOut={leftOut} correct={correct} of={id} />
      </div>
      {!leftOut && whole && <p className={row.state === 'error' ? 'fault' : 'mut'}>{whole}</p>}
      {!leftOut && (
        <div className="mend-cells" role="group" aria-labelledby={id}>
          {columns.map((column) => (
            <Cell key={column.name} {...given} column={column} said={of(column.name)} />
          ))}
        </div>
      )}
    </li>
  )
})
