// R2.5-19, R2.5-21: who is connected, and whose tokens call.
import { useState } from 'react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import { dashboard } from '#contract/dashboard.ts'
import { dayInWords, dayOfDate, today } from '#web/lib/day.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { WithDates } from '#web/ui/with-dates.tsx'
import { BarList } from './bar-list.tsx'
import { ChartCard } from './chart-card.tsx'
import { timeZone } from './facts.ts'
import { readAgain } from './read-again.ts'

const most = { small: 8, large: 40 }

export const ConnectedChart = () => {
  const { t, i18n } = useTranslation('dashboard')
  const written = (value: number) => value.toLocaleString(localeOf(i18n.language))
  const reading = useRead(dashboard.connectedPerApp, {}, readAgain)
  const series = reading.data ?? []
  return (
    <ChartCard
      title={t('connected')}
      subtitle={t('connectedHint')}
      reading={reading}
      empty={t('nobodyConnected')}
      table={{
        columns: [t('application'), t('people')],
        rows: series.map(({ key, value }) => [key, written(value)]),
      }}
    >
      {(large) => <BarList series={series} most={large ? most.large : most.small} written={written} />}
    </ChartCard>
  )
}

const daysBefore = (count: number) => {
  const day = new Date()
  day.setDate(day.getDate() - count)
  return dayOfDate(day)
}

/** What a day is called on the wire (R7.11-06); it begins and ends where the reader is. */
const moment = (day: string, time: string) => `${dayInWords(day)} ${time}`

/** The last seven days, unless others are chosen: of a page that stays open over midnight, too. */
const useDays = () => {
  const [from, setFrom] = useState<string>()
  const [until, setUntil] = useState<string>()
  return { from: from ?? daysBefore(7), until: until ?? today(), setFrom, setUntil }
}

export const CallsChart = () => {
  const { t, i18n } = useTranslation('dashboard')
  const written = (value: number) => value.toLocaleString(localeOf(i18n.language))
  const { from, until, setFrom, setUntil } = useDays()
  const reading = useRead(
    dashboard.externalApiAccess,
    { query: { startDate: moment(from, '00:00:00'), endDate: moment(until, '23:59:59'), timeZone } },
    readAgain,
  )
  const series = reading.data ?? []
  return (
    <ChartCard
      title={t('calls')}
      subtitle={<WithDates text={t('callsHint', { from: dayInWords(from), until: dayInWords(until) })} />}
      reading={reading}
      empty={t('noCalls')}
      table={{
        columns: [t('user'), t('callsColumn')],
        rows: series.map(({ key, value }) => [key, written(value)]),
      }}
    >
      {(large) => (
        <>
          {large && (
            <div className="chart-days">
              {/* The start is before the end, whichever was moved. */}
              <DayField
                label={t('from')}
                value={from}
                onChange={(day) => {
                  if (day === '') return
                  setFrom(day)
                  if (day > until) setUntil(day)
                }}
              />
              <DayField
                label={t('until')}
                value={until}
                onChange={(day) => {
                  if (day === '') return
                  setUntil(day)
                  if (day < from) setFrom(day)
                }}
              />
            </div>
          )}
          <BarList series={series} most={large ? most.large : most.small} written={written} other />
        </>
      )}
    </ChartCard>
  )
}
