// How it stood on a day: a button that opens the field and, in sight below it, the calendar.
import { dayInWords, today } from '#web/lib/day.ts'
import { DayField } from '../day-field.tsx'
import { Calendar } from '../day-input.tsx'
import { Popover } from '../popover.tsx'

type Props = { label: string; value: string; onChange: (day: string) => void }

export const DayFilter = ({ label, value, onChange }: Props) => {
  const words = value ? `${label} ${dayInWords(value)}` : label
  return (
    <Popover
      kind="dialog"
      className={`inp et-several${value ? ' on' : ''}`}
      label={words}
      trigger={words}
      align="start"
      panel={(close) => (
        <>
          <form
            className="et-day"
            onSubmit={(event) => {
              event.preventDefault()
              // A day that is still to come stays where that is said of it.
              if (!event.currentTarget.querySelector('[aria-invalid]')) close()
            }}
          >
            <DayField label={label} value={value} onChange={onChange} calendar="beside" />
          </form>
          {/* It shows the month of what is typed. */}
          <Calendar
            key={value}
            value={value}
            max={today()}
            focus={false}
            onChoose={(day) => {
              close()
              onChange(day)
            }}
          />
        </>
      )}
    />
  )
}
