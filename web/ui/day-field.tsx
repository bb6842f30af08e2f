// One day, or none: how it stood then. None is later than today.
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords, today } from '#web/lib/day.ts'
import { DayInput } from './day-input.tsx'
import { WithDates } from './with-dates.tsx'
import './day-field.css'

type Props = {
  label: string
  value: string
  onChange: (day: string) => void
  /** One is in sight, below a button that says the label. */
  calendar?: 'beside'
}

export const DayField = ({ label, value, onChange, calendar }: Props) => {
  const { t } = useTranslation('table')
  const id = useId()
  // What was typed stays in the field, until another day is asked for.
  const [late, setLate] = useState<{ day: string; insteadOf: string }>()
  const tooLate = late?.insteadOf === value
  const max = today()
  const change = (day: string) => {
    setLate(day > max ? { day, insteadOf: value } : undefined)
    if (day <= max) onChange(day)
  }
  return (
    <span className="day-field">
      <label htmlFor={id} className={calendar && 'sr'}>
        {label}
      </label>
      <DayInput
        id={id}
        label={label}
        value={tooLate ? late.day : value}
        max={max}
        onChange={change}
        {...(calendar && { calendar })}
        {...(tooLate && { 'aria-invalid': true, 'aria-describedby': `${id}-said` })}
      />
      {tooLate && (
        <small id={`${id}-said`} role="alert">
          <WithDates text={t('dayTooLate', { day: dayInWords(max) })} />
        </small>
      )}
    </span>
  )
}
