/** `FULL=1`: everything, as often as it takes; otherwise what a test command of minutes can hold. */
export const full = process.env['FULL'] === '1'

/**
 * What one of many takers gets of many values: every `of`-th, beginning where `at` says, so that takers beside each
 * other get different ones and together all of them; of the `telling` ones every third. With FULL=1, all of it.
 */
export const share = <T>(
  all: readonly T[],
  { of, at, telling = [] }: { of: number; at: number; telling?: readonly T[] },
) => {
  if (full) return all
  const often = new Set(telling.filter((_, index) => index % 3 === at % 3))
  return all.filter((value, index) => index % of === at % of || often.has(value))
}
