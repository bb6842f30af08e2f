// One real input, so that paste, autofill and screen readers work, drawn as six cells (R5.1-13: any text is taken).
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorIcon } from './icons.tsx'

const cells = [0, 1, 2, 3, 4, 5]

type Props = { ref: Ref<HTMLInputElement>; value: string; error: string | undefined; onChange: (value: string) => void }
type Selection = { start: number; end: number }

const isMarked = (cell: number, { start, end }: Selection) =>
  start === end ? cell === Math.min(start, cells.length - 1) : cell >= start && cell < end

export const CodeField = ({ ref, value, error, onChange }: Props) => {
  const { t } = useTranslation('sign-in')
  const id = useId()
  const [selection, setSelection] = useState<Selection>({ start: 0, end: 0 })
  const follow = (input: HTMLInputElement) =>
    setSelection({ start: input.selectionStart ?? 0, end: input.selectionEnd ?? 0 })
  const drawn = value.length <= cells.length
  return (
    <div className="fld">
      <label htmlFor={id}>{t('code.label')}</label>
      <div className={drawn ? 'code' : 'code plain'}>
        <input
          ref={ref}
          id={id}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={value}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onSelect={(event) => follow(event.currentTarget)}
        />
        {drawn &&
          cells.map((cell) => (
            <span key={cell} aria-hidden="true" className={isMarked(cell, selection) ? 'on' : undefined}>
              {value[cell] ?? <i />}
            </span>
          ))}
      </div>
      {error && (
        <small id={`${id}-error`} role="alert">
          <ErrorIcon size={15} />
          {error}
        </small>
      )}
    </div>
  )
}
