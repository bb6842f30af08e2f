// One day, or none: how it stood then. None is later than today.
import './day-field.css'

/** Today where the reader is, as a date field writes it. */
const today = () => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

export const DayField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) => (
  <label className="day-field">
    {label}
    <input
      type="date"
      className="inp-t"
      value={value}
      max={today()}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
)

/** As it is read: DD-MM-YYYY (R9-20). */
export const dayInWords = (day: string) => day.split('-').toReversed().join('-')
