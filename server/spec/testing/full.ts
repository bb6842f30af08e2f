/** `FULL=1`: everything, as often as it takes; otherwise what a test command of minutes can hold. */
export const full = process.env['FULL'] === '1'

/**
 * What one of many takers gets of many values: every `of`-th, beginning where `at` says, so that takers beside each
 * other get different ones and together all of them; and what each must get, `always`. With FULL=1, all of it.
 */
export const share = <T>(
  all: readonly T[],
  { of, at, always = [] }: { of: number; at: number; always?: readonly T[] },
) => (full ? all : all.filter((value, index) => index % of === at % of || always.includes(value)))

/** How many workbooks at random: with FULL=1 all, otherwise a twelfth of them. */
export const atRandom = (all: number) => (full ? all : Math.ceil(all / 12))
