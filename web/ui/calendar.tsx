// A month to choose a day from (WAI-ARIA date picker), in the reader's language and weeks. Loaded when it is opened.
import i18next from 'i18next'
import { DayPicker } from 'react-day-picker'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import { dateOfDay, dayOfDate, today } from '#web/lib/day.ts'
import './calendar.css'

type Props = {
  value: string
  min?: string | undefined
  max?: string | undefined
  /** Whether it takes the focus when it opens. */
  focus?: boolean
  /** Empty: no day. */
  onChoose: (day: string) => void
}

/** Of the seven languages Portuguese counts its days from Sunday, in both countries (CLDR). */
const firstDay = (language: string): 0 | 1 => (language.startsWith('pt') ? 0 : 1)

const useWords = () => {
  const { t } = useTranslation('table')
  const locale = localeOf(i18next.language)
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (date: Date) => format.format(date)
  }
  const month = written({ month: 'long', year: 'numeric' })
  const inFull = written({ dateStyle: 'full' })
  return {
    weekStartsOn: firstDay(locale),
    formatters: { formatCaption: month, formatWeekdayName: written({ weekday: 'short' }) },
    labels: {
      labelGrid: month,
      labelWeekday: written({ weekday: 'long' }),
      labelDayButton: (date: Date, { today: isToday, selected }: { today?: boolean; selected?: boolean }) =>
        [inFull(date), isToday && t('dayIsToday'), selected && t('dayIsChosen')].filter(Boolean).join(', '),
      labelNav: () => t('months'),
      labelPrevious: () => t('previousMonth'),
      labelNext: () => t('nextMonth'),
    },
  }
}

/** Where the calendar opens: at what is chosen, else today, as far as it may be chosen. */
const within = (day: string, { min, max }: Pick<Props, 'min' | 'max'>) => {
  if (min && day < min) return min
  return max && day > max ? max : day
}

export const Calendar = ({ value, min, max, focus = true, onChoose }: Props) => {
  const { t } = useTranslation('table')
  const start = dateOfDay(value || within(today(), { min, max }))
  const now = today()
  return (
    <div className="calendar">
      <DayPicker
        mode="single"
        required
        autoFocus={focus}
        showOutsideDays
        fixedWeeks
        lang={i18next.language}
        defaultMonth={start}
        selected={value ? dateOfDay(value) : undefined}
        disabled={[...(min ? [{ before: dateOfDay(min) }] : []), ...(max ? [{ after: dateOfDay(max) }] : [])]}
        {...(min && { startMonth: dateOfDay(min) })}
        {...(max && { endMonth: dateOfDay(max) })}
        onSelect={(date: Date) => onChoose(dayOfDate(date))}
        {...useWords()}
      />
      <footer>
        <button type="button" className="b sm tx" disabled={value === ''} onClick={() => onChoose('')}>
          {t('clearDay')}
        </button>
        <button
          type="button"
          className="b sm"
          disabled={within(now, { min, max }) !== now}
          onClick={() => onChoose(now)}
        >
          {t('today')}
        </button>
      </footer>
    </div>
  )
}
