// Tabs of a page: arrow keys walk them, and the panel belongs to its tab (WAI-ARIA tabs, automatic activation).
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { PartBoundary } from './lazily.tsx'
import { ScrollRow } from './scroll-row.tsx'
import './tabs.css'

export type Tab = {
  readonly id: string
  readonly label: string
  readonly count?: number | undefined
  readonly panel: ReactNode
}

type Props = { label: string; tabs: readonly Tab[]; chosen: string; onChoose: (id: string) => void }

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

export const Tabs = ({ label, tabs, chosen, onChoose }: Props) => {
  const id = useId()
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0]
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const to = steps[event.key]?.(
      tabs.findIndex((tab) => tab === current),
      tabs.length - 1,
    )
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to ?? 0]?.focus()
  }
  if (!current) return null
  return (
    <>
      <ScrollRow className="tabs" role="tablist" aria-label={label} chosen={current.id} onKeyDown={walk}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </button>
        ))}
      </ScrollRow>
      <div role="tabpanel" tabIndex={0} id={`${id}-panel`} aria-labelledby={`${id}-${current.id}`}>
        <PartBoundary of={current.id}>{current.panel}</PartBoundary>
      </div>
    </>
  )
}
