// One filter of the toolbar: a choice, several of them, three states, one day or two, or a control of the screen's own.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '../popover.tsx'
import { DayFilter } from './day-filter.tsx'
import { SpanControl } from './span-control.tsx'
import type { FilterDef } from './types.ts'

type Props = { filter: FilterDef; value: string; onChange: (value: string) => void }

const Choice = ({ filter, value, onChange }: Props) => {
  const { t } = useTranslation('table')
  if (filter.kind !== 'select') return null
  const { label, options, any = t('anyOf', { label }) } = filter
  return (
    <label className="et-filter">
      <span className="sr">{label}</span>
      <select className={`inp${value ? ' on' : ''}`} value={value} onChange={({ target }) => onChange(target.value)}>
        {/* Chosen, it stands for the label; else it says that it takes the choice back. */}
        <option value="">{value ? any : label}</option>
        {options.map(({ value: own, label: words }) => (
          <option key={own} value={own}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

const Several = ({ filter, value, onChange }: Props) => {
  const { t } = useTranslation('table')
  if (filter.kind !== 'multi') return null
  const chosen = value.split(',').filter(Boolean)
  const toggle = (own: string, on: boolean) =>
    onChange((on ? [...chosen, own] : chosen.filter((one) => one !== own)).join(','))
  const words = chosen.length > 0 ? t('someOf', { label: filter.label, count: chosen.length }) : filter.label
  return (
    <Popover
      kind="dialog"
      className={`inp et-several${chosen.length > 0 ? ' on' : ''}`}
      label={words}
      trigger={words}
      panel={() => (
        <div className="et-options">
          {filter.options.map(({ value: own, label }) => (
            <label key={own} className="et-check">
              <input
                type="checkbox"
                checked={chosen.includes(own)}
                onChange={({ target }) => toggle(own, target.checked)}
              />
              {label}
            </label>
          ))}
        </div>
      )}
    />
  )
}

/** R4.11-03: no filter, true, false, in turns; the dash stands for false, or for no filter. */
const next: Record<string, string> = { '': 'true', true: 'false', false: '' }

const ThreeStates = ({ filter, value, onChange }: Props) => {
  const { t } = useTranslation('table')
  const box = useRef<HTMLInputElement>(null)
  const dash = filter.kind === 'tristate' && filter.dash === 'off' ? '' : 'false'
  useEffect(() => {
    if (box.current) box.current.indeterminate = value === dash
  }, [value, dash])
  const words = value === '' ? t('noFilter') : t(value === 'true' ? 'yes' : 'no')
  return (
    <label className="et-check">
      <input ref={box} type="checkbox" checked={value === 'true'} onChange={() => onChange(next[value] ?? '')} />
      {filter.label}
      <span className="sr">: {words}</span>
    </label>
  )
}

const Switch = ({ filter, value, onChange }: Props) => (
  <label className="et-check et-switch">
    {filter.label}
    <input
      type="checkbox"
      role="switch"
      className="sw"
      checked={value === 'true'}
      onChange={({ target }) => onChange(target.checked ? 'true' : '')}
    />
  </label>
)

export const FilterControl = (props: Props) => {
  if (props.filter.kind === 'own') return props.filter.control({ value: props.value, set: props.onChange })
  if (props.filter.kind === 'switch') return <Switch {...props} />
  if (props.filter.kind === 'day') return <DayFilter {...props} label={props.filter.label} />
  if (props.filter.kind === 'tristate') return <ThreeStates {...props} />
  if (props.filter.kind === 'multi') return <Several {...props} />
  if (props.filter.kind !== 'dateRange') return <Choice {...props} />
  const { label, times = false } = props.filter
  return <SpanControl {...props} label={label} times={times} />
}
