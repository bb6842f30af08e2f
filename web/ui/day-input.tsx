// A day that is typed, in any way that people write one, or picked from a calendar (docs/ux.md, rule 31).
import { CalendarDays } from 'lucide-react'
import i18next from 'i18next'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords, readDay } from '#web/lib/day.ts'
import { lazily } from './lazily.tsx'
import { focusPanel, Popover } from './popover.tsx'
import { useHeldForm } from './use-held-form.ts'
import './day-input.css'

export const Calendar = lazily(
  async () => (await import('./calendar.tsx')).Calendar,
  <div className="calendar-loading" />,
)

type Props = {
  /** What the day is, for the field where nothing else names it, and for the button of its calendar. */
  label: string
  /** Of the field, where a label on the page names it. */
  id?: string
  /** As in the contract, or empty. */
  value: string
  onChange: (day: string) => void
  /** What the calendar offers; what is typed is judged by the person who asked. */
  min?: string | undefined
  max?: string | undefined
  /** Its own calendar; `beside` where one is in sight. */
  calendar?: 'own' | 'beside'
  /** What is wrong with it, or said of it, stands there. */
  'aria-describedby'?: string
  'aria-invalid'?: true | undefined
}

/** What is being typed, as long as the day is the one that it was typed on. */
const useTyped = ({ value, onChange }: Pick<Props, 'value' | 'onChange'>) => {
  const [typed, setTyped] = useState<{ text: string; day: string; left: boolean }>()
  const text = typed?.day === value ? typed.text : dayInWords(value)
  const day = readDay(text, i18next.language)
  const unreadable = text.trim() !== '' && day === undefined
  const leave = () => setTyped(unreadable ? { text, day: value, left: true } : undefined)
  return {
    text,
    unreadable,
    wrong: unreadable && typed?.left === true,
    type: (next: string) => {
      const read = next.trim() === '' ? '' : readDay(next, i18next.language)
      setTyped({ text: next, day: read ?? value, left: false })
      if (read !== undefined && read !== value) onChange(read)
    },
    leave,
    choose: (chosen: string) => {
      setTyped(undefined)
      onChange(chosen)
    },
  }
}

export const DayInput = ({ label, id, value, onChange, min, max, calendar = 'own', ...described }: Props) => {
  const { t } = useTranslation('table')
  const said = useId()
  const field = useRef<HTMLInputElement>(null)
  const { text, unreadable, wrong, type, leave, choose } = useTyped({ value, onChange })
  useHeldForm(field, unreadable, leave)
  return (
    <span className="day-input">
      <input
        ref={field}
        {...described}
        {...(id ? { id } : { 'aria-label': label })}
        {...(wrong && { 'aria-invalid': true, 'aria-describedby': said })}
        type="text"
        className="inp-t"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('dayFormat')}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
      />
      {calendar === 'own' && (
        <Popover
          kind="dialog"
          className="ic s"
          label={t('calendarOf', { label })}
          trigger={<CalendarDays size={16} aria-hidden="true" />}
          onOpened={focusPanel}
          panel={(close) => (
            <Calendar
              value={value}
              min={min}
              max={max}
              onChoose={(day) => {
                close()
                choose(day)
              }}
            />
          )}
        />
      )}
      {wrong && (
        <small id={said} role="alert">
          {t('dayUnreadable', { format: t('dayFormat') })}
        </small>
      )}
    </span>
  )
}
