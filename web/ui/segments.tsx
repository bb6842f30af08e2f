// A choice between two or three views of the same thing, all of them in sight.
import { localeOf } from '#contract/kernel/locale.ts'
import './segments.css'

type Segment<Value extends string> = {
  readonly value: Value
  readonly label: string
  /** How many are shown by it. */
  readonly count?: number | undefined
}

type Props<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}

export const Segments = <Value extends string>({ label, segments, chosen, onChoose }: Props<Value>) => (
  <div className="seg" role="group" aria-label={label}>
    {segments.map(({ value, label: text, count }) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {text} {count !== undefined && <i>{count.toLocaleString(localeOf(document.documentElement.lang || 'en'))}</i>}
      </button>
    ))}
  </div>
)
