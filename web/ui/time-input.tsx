// A time of the day that is typed, on the reader's clock; empty is the whole day.
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTime } from './read-time.ts'
import './time-input.css'

type Props = { label: string; value: string; placeholder: string; onChange: (time: string) => void }

/** Taken once it is whole, or when the field is left: `9` may become `9:30`. */
const useTyped = ({ value, onChange }: Pick<Props, 'value' | 'onChange'>) => {
  const [typed, setTyped] = useState<{ text: string; time: string; left: boolean }>()
  const text = typed?.time === value ? typed.text : value
  const read = text.trim() === '' ? '' : readTime(text)
  return {
    text,
    wrong: typed?.left === true && read === undefined,
    type: (next: string) => {
      const time = next === '' ? '' : /^\d\d:\d\d$/.test(next) ? readTime(next) : undefined
      setTyped({ text: next, time: time ?? value, left: false })
      if (time !== undefined && time !== value) onChange(time)
    },
    settle: () => {
      setTyped(read === undefined ? { text, time: value, left: true } : undefined)
      if (read !== undefined && read !== value) onChange(read)
    },
  }
}

export const TimeInput = ({ label, value, placeholder, onChange }: Props) => {
  const { t } = useTranslation('table')
  const said = useId()
  const { text, wrong, type, settle } = useTyped({ value, onChange })
  return (
    <span className="time-input">
      <input
        {...(wrong && { 'aria-invalid': true, 'aria-describedby': said })}
        type="text"
        className="inp-t"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle()
        }}
      />
      {wrong && (
        <small id={said} role="alert">
          {t('timeUnreadable')}
        </small>
      )}
    </span>
  )
}
