// Two days of which the first is never after the second (R5.3-07); where the list knows times, each day may have one.
import { useTranslation } from 'react-i18next'
import { DayInput } from '../day-input.tsx'
import { TimeInput } from '../time-input.tsx'
import { type End, spanIn, spanText, withFrom, withTo } from './span.ts'

type Props = { label: string; times: boolean; value: string; onChange: (value: string) => void }

export const SpanControl = ({ label, times, value, onChange }: Props) => {
  const { t } = useTranslation('table')
  const span = spanIn(value)
  const { from, to } = span
  const setFrom = (end: End) => onChange(spanText(withFrom(span, end)))
  const setTo = (end: End) => onChange(spanText(withTo(span, end)))
  const timeOf = (end: End, name: string, whole: string, set: (end: End) => void) =>
    times &&
    end.day && (
      <TimeInput label={name} placeholder={whole} value={end.time} onChange={(time) => set({ ...end, time })} />
    )
  return (
    <fieldset className="et-days">
      <legend className="sr">{label}</legend>
      <DayInput
        label={t('from', { label })}
        value={from.day}
        max={to.day || undefined}
        onChange={(day) => setFrom({ day, time: day && from.time })}
      />
      {timeOf(from, t('timeFrom'), '00:00', setFrom)}
      <span aria-hidden="true">–</span>
      <DayInput
        label={t('to', { label })}
        value={to.day}
        min={from.day || undefined}
        onChange={(day) => setTo({ day, time: day && to.time })}
      />
      {timeOf(to, t('timeTo'), '23:59', setTo)}
    </fieldset>
  )
}
