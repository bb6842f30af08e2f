// One real input, so that paste, autofill and screen readers work, drawn as six cells (R5.1-13: any text is taken).
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LabelledField } from '#web/ui/labelled-field.tsx'
import { ErrorIcon } from './icons.tsx'

const cells = [0, 1, 2, 3, 4, 5]

type Props = {
  ref: Ref<HTMLInputElement>
  value: string
  error: string | undefined
  /** Said above the form. */
  isRefused: boolean
  onChange: (value: string) => void
}
type Selection = { start: number; end: number }

const isMarked = (cell: number, { start, end }: Selection) =>
  start === end ? cell === Math.min(start, cells.length - 1) : cell >= start && cell < end

/** React tells of what a person selects; the field also selects a refused code, and empties itself. */
const useSelection = (value: string) => {
  const box = useRef<HTMLDivElement>(null)
  const [{ start, end }, setSelection] = useState<Selection>({ start: 0, end: 0 })
  const follow = (input: HTMLInputElement) =>
    setSelection({ start: input.selectionStart ?? 0, end: input.selectionEnd ?? 0 })
  useEffect(() => box.current?.addEventListener('select', ({ target }) => follow(target as HTMLInputElement)), [])
  const most = value.length
  return { box, follow, selection: { start: Math.min(start, most), end: Math.min(end, most) } }
}

export const CodeField = ({ ref, value, error, isRefused, onChange }: Props) => {
  const { t } = useTranslation('sign-in')
  const { box, follow, selection } = useSelection(value)
  const drawn = value.length <= cells.length
  return (
    <LabelledField className="fld" label={t('code.label')} error={error} mark={<ErrorIcon size={15} />}>
      {(control) => (
        <div ref={box} className={drawn ? 'code' : 'code plain'}>
          <input
            {...control}
            aria-invalid={isRefused || control['aria-invalid']}
            ref={ref}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            value={value}
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
      )}
    </LabelledField>
  )
}
