// Numbers as PostgreSQL writes a multirange: `{[1,5),[9,10)}`.

/** Whether a number is in it; asked in any order. */
export const rangesOf = (text: string): ((number: number) => boolean) => {
  const ranges = [...text.matchAll(/\[(-?\d+),(-?\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const)
  const search = (number: number, low: number, high: number): boolean => {
    if (low >= high) return false
    const middle = (low + high) >> 1
    const [from = 0, to = 0] = ranges[middle] ?? []
    if (number >= from && number < to) return true
    return number < from ? search(number, low, middle) : search(number, middle + 1, high)
  }
  return (number) => search(number, 0, ranges.length)
}
