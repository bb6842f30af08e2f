// How much something grows by the hour: the straight line that is nearest to all samples.
export type Sample = { readonly seconds: number; readonly value: number }

/** By least squares; NaN with fewer than two moments. */
export const perHour = (samples: readonly Sample[]): number => {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, each) => sum + of(each), 0) / samples.length
  const [at, value] = [mean(({ seconds }) => seconds), mean((sample) => sample.value)]
  const up = samples.reduce((sum, each) => sum + (each.seconds - at) * (each.value - value), 0)
  const along = samples.reduce((sum, each) => sum + (each.seconds - at) ** 2, 0)
  return (up / along) * 3600
}
