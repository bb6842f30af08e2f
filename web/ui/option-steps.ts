// How the keys walk the options of a list whose focus stays in a text field (WAI-ARIA combobox): the arrows go round,
// the Page keys go ten at a time. Home and End belong to the text until an arrow has led into the list.
const page = 10

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  PageDown: (at, last) => Math.min(Math.max(at, 0) + page, last),
  PageUp: (at) => Math.max(at - page, 0),
}

const ends: Record<string, (last: number) => number> = { Home: () => 0, End: (last) => last }

export type OptionWalk = { readonly at: number; readonly walked: boolean }

/** Where a key leads; `undefined` where it is none of the list. */
export const stepTo = (key: string, { at, walked }: OptionWalk, count: number): OptionWalk | undefined => {
  if (count === 0) return undefined
  const to = steps[key]?.(at, count - 1) ?? (walked ? ends[key]?.(count - 1) : undefined)
  return to === undefined ? undefined : { at: to, walked: true }
}
