// A series as bars below each other, each with its number.
import type { Series } from '#contract/dashboard.ts'

type Props = {
  series: Series
  /** So many of them; the others stand in the table. */
  most: number
  written: (value: number) => string
  other?: boolean
}

export const BarList = ({ series, most, written, other = false }: Props) => {
  const largest = Math.max(1, ...series.map(({ value }) => value))
  return (
    <ul className={`bars${other ? ' other' : ''}`}>
      {series.slice(0, most).map(({ key, value }) => (
        <li key={key}>
          <span className="bar-name" data-tip={key}>
            {key}
          </span>
          <b>{written(value)}</b>
          <i style={{ inlineSize: `${Math.max(1, (value / largest) * 100)}%` }} />
        </li>
      ))}
    </ul>
  )
}
