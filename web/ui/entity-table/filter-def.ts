// What a screen says of a filter of its list.
import type { ReactNode } from 'react'

export type Option = { readonly value: string; readonly label: string }
export type Wire = Readonly<Record<string, string>>

/** An old bookmark may hold what is no choice any more: the server refuses it, so it is left out. */
export const isOffered = (filter: FilterDef, value: string) => {
  if (filter.kind === 'tristate' || filter.kind === 'switch') return value === 'true' || value === 'false'
  // Options that are still on their way tell nothing.
  if (filter.kind !== 'select' || filter.options.length === 0) return true
  return filter.options.some((option) => option.value === value)
}

export type FilterDef = {
  readonly key: string
  readonly label: string
  /** What goes to the server; `filter` is joined with the others'. Without it: `{ [key]: value }`. */
  readonly wire?: (value: string) => Wire
} & (
  | {
      readonly kind: 'select'
      readonly options: readonly Option[]
      /** What takes the choice back, where the label says it itself. */
      readonly any?: string
    }
  /** Any of them; the value is `a,b`. Without `wire`: `key eq 'a' or key eq 'b'`. */
  | { readonly kind: 'multi'; readonly options: readonly Option[] }
  /** `dash`: what it stands for; false where nothing is said. */
  | { readonly kind: 'tristate'; readonly dash?: 'off' }
  /** A control of the screen's own. */
  | {
      readonly kind: 'own'
      readonly control: (chosen: { readonly value: string; readonly set: (value: string) => void }) => ReactNode
    }
  /** The value is `2026-11-01..2026-11-21`; either end may be missing. `times`: one may be `2026-11-21T18:00`. */
  | { readonly kind: 'dateRange'; readonly times?: true }
  /** One day, `2026-11-21`; none later than today. */
  | { readonly kind: 'day' }
  /** Brings in more rows instead of narrowing the list; stands at the end of the toolbar. The value is `true`. */
  | { readonly kind: 'switch' }
)
