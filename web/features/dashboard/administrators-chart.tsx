// R2.5-25: global administrators of each application; below, those of the portal by area (R2.5-19).
import { useTranslation } from 'react-i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { dashboard, type Series } from '#contract/dashboard.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ChartCard } from './chart-card.tsx'
import { readAgain } from './read-again.ts'

/** More bars are not told apart; the table has them all. */
const most = { small: 8, large: 24 }

/** Eight names of twelve letters have room; fewer have more. */
const shortTo = (bars: number) => {
  const letters = Math.max(12, Math.floor(96 / Math.max(1, bars)))
  return (name: string) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name)
}

const Bars = ({ series, large }: { series: Series; large: boolean }) => {
  const { t } = useTranslation('dashboard')
  const bars = series.slice(0, large ? most.large : most.small)
  return (
    <ResponsiveContainer width="100%" height={large ? '100%' : 218} minHeight={218}>
      <BarChart
        data={bars}
        margin={{ top: 22, right: 18, bottom: 0, left: 18 }}
        title={t('administrators')}
        role="img"
        aria-label={t('administrators')}
      >
        <CartesianGrid vertical={false} stroke="var(--i-100)" />
        <XAxis dataKey="key" tickFormatter={shortTo(bars.length)} tickLine={false} axisLine={false} interval={0} />
        <YAxis hide allowDecimals={false} />
        <Bar dataKey="value" fill="var(--c-500)" radius={[4, 4, 0, 0]} maxBarSize={34} isAnimationActive={false}>
          <LabelList dataKey="value" position="top" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

export const AdministratorsChart = () => {
  const { t, i18n } = useTranslation('dashboard')
  const reading = useRead(dashboard.adminPerApp, {}, readAgain)
  const series = reading.data ?? []
  const total = series.reduce((sum, { value }) => sum + value, 0)
  return (
    <ChartCard
      title={t('administrators')}
      subtitle={t('administratorsHint', { count: total })}
      reading={reading}
      empty={t('nothing')}
      table={{
        columns: [t('application'), t('administratorsColumn')],
        rows: series.map(({ key, value }) => [key, value.toLocaleString(localeOf(i18n.language))]),
      }}
    >
      {(large) => <Bars series={series} large={large} />}
    </ChartCard>
  )
}

const shown = 4

/** The areas with most of them, and the others together. */
const shares = (series: Series, others: string): Series => {
  const rest = series.slice(shown).reduce((sum, { value }) => sum + value, 0)
  return rest > 0 ? [...series.slice(0, shown), { key: others, value: rest }] : series
}

const Shares = ({ series }: { series: Series }) => (
  <div className="shares">
    <div className="share-line" aria-hidden="true">
      {series.map(({ key, value }) => (
        <i key={key} style={{ flexGrow: value }} />
      ))}
    </div>
    <ul>
      {series.map(({ key, value }) => (
        <li key={key}>
          <i aria-hidden="true" />
          {key} <b>{value}</b>
        </li>
      ))}
    </ul>
  </div>
)

export const AdministratorsByArea = () => {
  const { t, i18n } = useTranslation('dashboard')
  const reading = useRead(dashboard.globalAdminPerAreas, { query: {} }, readAgain)
  const series = (reading.data ?? []).map(({ key, value }) => ({ key: key || t('noArea'), value }))
  return (
    <ChartCard
      title={t('byArea')}
      subtitle={t('byAreaHint')}
      reading={reading}
      empty={t('nothing')}
      table={{
        columns: [t('area'), t('administratorsColumn')],
        rows: series.map(({ key, value }) => [key, value.toLocaleString(localeOf(i18n.language))]),
      }}
    >
      {(large) => <Shares series={large ? series : shares(series, t('others'))} />}
    </ChartCard>
  )
}
