// R2.5-24: successful sign-ins of the last nine hours.
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { dashboard, type HourlySeries } from '#contract/dashboard.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ChartCard } from './chart-card.tsx'
import { readAgain } from './read-again.ts'

const sum = (hours: HourlySeries, of: 'value' | 'dayBefore') => hours.reduce((total, hour) => total + hour[of], 0)

/** From a handful to many is no percentage that says anything. */
const mostShare = 10

const Comparison = ({ hours }: { hours: HourlySeries }) => {
  const { t, i18n } = useTranslation('dashboard')
  const [now, before] = [sum(hours, 'value'), sum(hours, 'dayBefore')]
  if (before === 0) return null
  const share = (now - before) / before
  if (share > mostShare) return null
  const yesterday = new Date(Date.parse(hours.at(-1)?.key ?? '') - 86_400_000)
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { weekday: 'long' }).format(yesterday)
  const percent = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent' }).format(Math.abs(share))
  const Icon = share < 0 ? ArrowDownRight : ArrowUpRight
  return (
    <span className={`st ${share < 0 ? '' : 'ok'}`}>
      <Icon size={13} aria-hidden="true" />
      {t(share < 0 ? 'below' : 'above', { percent, day })}
    </span>
  )
}

const anHour = 3_600_000
const aMinute = 60_000

const useHours = () => {
  const { i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { hour: '2-digit', minute: '2-digit', hour12: false })
  return (key: string) => time.format(new Date(key))
}

/** 16:59 of what begins at 16:00. */
const lastMinuteOf = (key: string) => new Date(Date.parse(key) + anHour - aMinute).toISOString()

const Line = ({ hours, large }: { hours: HourlySeries; large: boolean }) => {
  const { t, i18n } = useTranslation('dashboard')
  const hour = useHours()
  return (
    <ResponsiveContainer width="100%" height={large ? '100%' : 196} minHeight={196}>
      <AreaChart
        data={[...hours]}
        margin={{ top: 12, right: 36, bottom: 4, left: 0 }}
        title={t('logins')}
        role="img"
        aria-label={t('logins')}
      >
        <defs>
          <linearGradient id="logins" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0%" stopColor="var(--c-600)" stopOpacity={0.22} />
            <stop offset="100%" stopColor="var(--c-600)" stopOpacity={0.02} />
          </linearGradient>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--i-100)" />
        <XAxis
          dataKey="key"
          tickFormatter={hour}
          tickLine={false}
          tickMargin={8}
          axisLine={false}
          interval="preserveStartEnd"
        />
        <YAxis allowDecimals={false} tickLine={false} axisLine={false} width={46} />
        <Tooltip
          cursor={{ stroke: 'var(--c-300)', strokeDasharray: '3 3' }}
          content={({ active, payload }) => {
            const shown = payload?.[0]?.payload as HourlySeries[number] | undefined
            if (!active || !shown) return null
            return (
              <div className="chart-tip">
                <span>{t('hourSpan', { from: hour(shown.key), until: hour(lastMinuteOf(shown.key)) })}</span>
                <b>{t('loginCount', { count: shown.value })}</b>
                <span>{t('dayBefore', { value: shown.dayBefore.toLocaleString(localeOf(i18n.language)) })}</span>
              </div>
            )
          }}
        />
        <Area
          type="monotone"
          dataKey="value"
          stroke="var(--c-600)"
          strokeWidth={2}
          fill="url(#logins)"
          isAnimationActive={false}
          dot={{ r: 3.5, fill: 'var(--panel)', stroke: 'var(--c-600)', strokeWidth: 2 }}
          activeDot={{ r: 5, fill: 'var(--c-600)' }}
        />
      </AreaChart>
    </ResponsiveContainer>
  )
}

export const LoginChart = () => {
  const { t, i18n } = useTranslation('dashboard')
  const hour = useHours()
  const reading = useRead(dashboard.loginLastHours, {}, readAgain)
  const hours = reading.data ?? []
  const written = (value: number) => value.toLocaleString(localeOf(i18n.language))
  return (
    <ChartCard
      title={t('logins')}
      reading={reading}
      zoom
      empty={t('nothing')}
      table={{
        columns: [t('hour'), t('loginsColumn'), t('dayBeforeColumn')],
        rows: hours.map(({ key, value, dayBefore }) => [hour(key), written(value), written(dayBefore)]),
      }}
    >
      {(large) => (
        <>
          <div className="chart-sum">
            <b>{written(sum(hours, 'value'))}</b>
            <span className="mut">{t('lastHours')}</span>
            <Comparison hours={hours} />
          </div>
          <Line hours={hours} large={large} />
        </>
      )}
    </ChartCard>
  )
}
